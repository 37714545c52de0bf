import { Window } from 'happy-dom';
import { testComponents } from './component-tests.ts';

// It has no attachInternals.
testComponents('happy-dom', new Window({ url: 'https://buyer.example/profile' }));
