import { withStatus } from '../support/service/answers.ts';
import { invalidToken } from '../support/service/answers.ts';
import type { Attack } from './attack.ts';

const USERS = 20;

/** Number of sellers so far. Each has a token and a network of their own: the limits of one concern no other. */
let sellers = 0;

export const PAUSES: Attack[] = [
  {
    title: 'pages of twenty users push while the service asks to wait with new access tokens',
    isLong: true,
    async run({ browse, service }) {
      const users = Array.from({ length: USERS }, () => browse());
      for (const user of users) await (await user.connect()).text();
      service.pushEndpoint.answerEvery((request, processRequest) =>
        'expired' in Object(request.body.payload)
          ? invalidToken(request, processRequest)
          : processRequest(),
      );
      service.tokenEndpoint.answerEvery(withStatus(429, { 'retry-after': '60' }));
      const before = service.tokenEndpoint.requests.length;
      const gains: string[] = [];
      for (const user of users) {
        const answer = await user.push('packet-1', { expired: 'yes' });
        await answer.text();
        const wait = Number(answer.headers.get('retry-after'));
        if (![429, 503].includes(answer.status) || !(wait > 0))
          gains.push(`A page got ${answer.status}, and ${wait} seconds to wait.`);
      }
      const sent = service.tokenEndpoint.requests.length - before;
      if (sent > 1)
        gains.push(`${sent} requests for tokens were sent, although the first was told to wait.`);
      return gains;
    },
  },
  {
    title: 'a stranger relays a token to which the service answers that all should wait',
    variables: { VAULTLINK_RELAY: 'unsaved' },
    async run({ browse, noteFailure, service }) {
      service.outcomeEndpoint.answerEvery((request, processRequest) =>
        request.url.includes('stranger')
          ? withStatus(429, { 'retry-after': '60' })(request, processRequest)
          : processRequest(),
      );
      await (await browse({ 'x-forwarded-for': '10.1.1.1' }).relay('complete', 'stranger')).text();
      sellers += 1;
      const seller = browse({ 'x-forwarded-for': `10.2.${sellers}.2` });
      const answer = await seller.relay('complete', `seller-${sellers}`);
      await answer.text();
      if (answer.status !== 200) noteFailure(`the relay of another seller: ${answer.status}`);
      return [];
    },
  },
];
