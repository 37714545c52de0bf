// The page that SurveyJS shows after the last answer holds the element.
import { showSurvey } from './survey.js';

showSurvey({
  completedHtml: '<h3>Thank you!</h3><endlink-finish outcome="complete"></endlink-finish>',
  completedHtmlOnCondition: [
    {
      expression: "{drink} = 'Nothing'",
      html: '<h3>You do not qualify.</h3><endlink-finish outcome="screenout"></endlink-finish>',
    },
    {
      expression: "{drink} = 'Tea'",
      html: '<h3>We have enough answers.</h3><endlink-finish outcome="quota_full"></endlink-finish>',
    },
  ],
});
