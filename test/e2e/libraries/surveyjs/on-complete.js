// The page reports from code and has no element.
import { OUTCOME_OF, showSurvey } from './survey.js';

const survey = showSurvey();
survey.onComplete.add(({ data }) => {
  window.vaultlink.report(OUTCOME_OF[data.drink]);
});
