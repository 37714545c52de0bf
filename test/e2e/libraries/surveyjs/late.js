// The buyer's own server decides on the outcome while the last page is already shown.
import { showSurvey } from './survey.js';

const survey = showSurvey({
  completedHtml: '<h3>Thank you!</h3><endlink-finish></endlink-finish>',
});
survey.onComplete.add(async ({ data }) => {
  const response = await fetch(`/outcome?drink=${data.drink}`);
  const { outcome } = await response.json();
  document.querySelector('endlink-finish').setAttribute('outcome', outcome);
});
