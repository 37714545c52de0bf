// The page that SurveyJS shows at its end holds the element. It tells the seller the result.
import { render, survey } from './survey.js';

survey.completedHtml = '<h1>Thank you!</h1><endlink-finish outcome="{outcome}"></endlink-finish>';
render();
