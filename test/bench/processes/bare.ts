/** The least that a server on Node can do: a small answer in JSON, of the size that a session's has. */
import { answerWith, listenAndSay } from '../../support/responder.ts';

listenAndSay((_request, answer) => {
  const reply = { connected: true, scope: 'push_packet', expires_at: '2026-11-22T09:00:00.000Z' };
  answerWith(JSON.stringify(reply), answer);
});
