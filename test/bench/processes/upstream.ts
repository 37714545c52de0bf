/** The service at its fastest: issues tokens and takes every push. */
import { replyTo } from '../../node/service-replies.ts';
import { answerWith, listenAndSay } from '../../support/responder.ts';

listenAndSay((request, answer) => {
  request.resume();
  request.on('end', () => answerWith(replyTo(request.url), answer));
});
