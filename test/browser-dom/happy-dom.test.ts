import { Window } from 'happy-dom';
import { testVaultElements } from './vault-elements.ts';

// It has no attachInternals.
testVaultElements('happy-dom', new Window({ url: 'https://buyer.example/profile' }));
