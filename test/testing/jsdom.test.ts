import { JSDOM } from 'jsdom';
import { testComponents } from './component-tests.ts';

const { window } = new JSDOM('', {
  url: 'https://buyer.example/profile',
  // As the test runners have it: without it the page is hidden, and nobody sees the end of a survey.
  pretendToBeVisual: true,
});

// Its ElementInternals have no custom states.
testComponents('jsdom', window);
