// SurveyJS leaves the page as soon as the listeners of onComplete have returned.
import { OUTCOME_OF, showSurvey } from './survey.js';

const survey = showSurvey({ navigateToUrl: '/thanks' });
survey.onComplete.add(({ data }) => {
  window.vaultlink.report(OUTCOME_OF[data.drink]);
});
