// SurveyJS leads to another page, which reports the outcome in its address.
import { render, survey } from './survey.js';

survey.navigateToUrl = '/thanks.html?outcome={outcome}';
render();
