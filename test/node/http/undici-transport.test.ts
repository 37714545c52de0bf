import { undiciTransport } from 'vaultlink/node';
import { transportSuite } from '../../bff/service/service-transport-suite.ts';

transportSuite('undici', () => undiciTransport());
