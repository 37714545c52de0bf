// A ref sets the property, whether or not the element is defined by then.
import { showApp } from './app.jsx';

const finish = (element) => {
  if (element) element.outcome = 'screenout';
};

showApp(<endlink-finish ref={finish} />);
