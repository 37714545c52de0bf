// The page that SurveyJS leads to names its outcome in the tag.
import { showSurvey } from './survey.js';

showSurvey({
  navigateToUrl: '/complete',
  navigateToUrlOnCondition: [
    { expression: "{drink} = 'Nothing'", url: '/screenout' },
    { expression: "{drink} = 'Tea'", url: '/quota_full' },
  ],
});
