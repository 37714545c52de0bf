/**
 * The token endpoint of oauth2-mock-server, with a key for the algorithm that its parent names. No TypeScript: its types are not installed with
 * those of the root.
 */
import { OAuth2Server } from 'oauth2-mock-server';

const server = new OAuth2Server();
await server.issuer.keys.generate(process.argv[2] ?? 'RS256');
await server.start(0, '127.0.0.1');
console.log(`listening on http://127.0.0.1:${server.address().port}`);
