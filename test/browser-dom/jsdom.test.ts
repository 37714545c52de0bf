import { JSDOM } from 'jsdom';
import { testVaultElements } from './vault-elements.ts';

// Its ElementInternals have no custom states.
testVaultElements('jsdom', new JSDOM('', { url: 'https://buyer.example/profile' }).window);
