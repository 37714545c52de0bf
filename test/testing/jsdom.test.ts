import assert from 'node:assert/strict';
import { after } from 'node:test';
import { JSDOM, VirtualConsole } from 'jsdom';
import { testComponents } from './component-tests.ts';

/** Errors that no code caught: jsdom prints them among the lines of a test that passes. */
const uncaught: unknown[] = [];

const virtualConsole = new VirtualConsole();
virtualConsole.on('jsdomError', ({ type, cause }) => {
  if (type === 'unhandled-exception') uncaught.push(cause);
});

const { window } = new JSDOM('', {
  url: 'https://buyer.example/profile',
  // As the test runners have it: without it the page is hidden, and nobody sees the end of a survey.
  pretendToBeVisual: true,
  virtualConsole,
});

// Its ElementInternals have no custom states.
testComponents('jsdom', window);

after(() => assert.deepEqual(uncaught, []));
