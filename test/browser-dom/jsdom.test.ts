import { JSDOM } from 'jsdom';
import { testComponents } from './component-tests.ts';

// Its ElementInternals have no custom states.
testComponents('jsdom', new JSDOM('', { url: 'https://buyer.example/profile' }).window);
