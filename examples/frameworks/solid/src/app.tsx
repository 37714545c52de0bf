import { Route, Router } from '@solidjs/router';
import { from } from 'solid-js';
import type { ParentProps } from 'solid-js';
import { endlinkState, subscribeToEndlink } from 'vaultlink/endlink';
import { Bound } from './pages/bound';
import { Done } from './pages/done';
import { Landing } from './pages/landing';
import { Late } from './pages/late';
import { Profile } from './pages/profile';
import { Questions } from './pages/questions';
import { Remount } from './pages/remount';

function Layout(props: ParentProps) {
  const endlink = from(subscribeToEndlink, endlinkState());
  return (
    <>
      {props.children}
      <p>
        Your survey: <output id="endlink-state">{endlink().state}</output>
      </p>
    </>
  );
}

export const App = () => (
  <Router root={Layout}>
    <Route path="/" component={Landing} />
    <Route path="/questions" component={Questions} />
    <Route path="/done" component={Done} />
    <Route path="/late" component={Late} />
    <Route path="/bound" component={Bound} />
    <Route path="/remount" component={Remount} />
    <Route path="/profile" component={Profile} />
  </Router>
);
