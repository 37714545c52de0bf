// Reports from code, and says nothing of its own.
import { render, survey } from './survey.js';

survey.onComplete.add(({ data }) => {
  vaultlink.report(data.outcome);
});
render();
