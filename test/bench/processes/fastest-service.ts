/**
 * The service at its fastest: issues tokens and takes every push, and looks at nothing. The stand-in would cost more than what the benchmarks
 * measure.
 */
import { replyTo } from '../../support/service/constant-replies.ts';
import { answerWith, listenAndSay } from '../../support/responder.ts';

listenAndSay((request, answer) => {
  request.resume();
  request.on('end', () => answerWith(replyTo(request.url), answer));
});
