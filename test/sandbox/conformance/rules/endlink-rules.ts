import { describeAnswer, expectRefusal, expectSame } from '../answer.ts';
import { expectSuccess, expectText } from '../answer.ts';
import { MARGIN_SECONDS } from '../rule.ts';
import type { Rule } from '../rule.ts';
import { RuleBroken } from '../verdict.ts';

const OUTCOMES = ['complete', 'fail', 'quota_full', 'screenout'] as const;

/** The endlink URL, the eight addresses, and what becomes of a token. */
export const ENDLINK_RULES: readonly Rule[] = [
  {
    id: 'endlink-token-parameter',
    sections: ['2.5'],
    title: 'Without a variable, service_endlink_token is appended to the endlink URL.',
    text: 'When no variable is used, service_endlink_token and seller_id are added automatically',
    async check({ startEndlink }) {
      const { landing } = await startEndlink();
      const token = landing.searchParams.get('service_endlink_token');
      return expectText(token ?? undefined, 'service_endlink_token');
    },
  },
  {
    id: 'endlink-seller-parameter',
    sections: ['2.5'],
    title: 'Without a variable, seller_id is appended to the endlink URL.',
    text: 'When no variable is used, service_endlink_token and seller_id are added automatically',
    async check({ startEndlink }) {
      const { landing } = await startEndlink();
      return expectText(landing.searchParams.get('seller_id') ?? undefined, 'seller_id');
    },
  },
  {
    id: 'endlink-renamed-token',
    sections: ['2.5'],
    title: 'The variable {{endlink_token}} yields the token under the name of the buyer.',
    text: "The variable {{endlink_token}} yields the endlink token under the buyer's chosen parameter name.",
    async check({ startEndlink }) {
      const { landing } = await startEndlink(RENAMED_URL);
      const { searchParams } = landing;
      const token = searchParams.get('entry');
      if (!token || token.includes('{')) throw new RuleBroken('entry does not hold a token');
      return 'entry holds a token';
    },
  },
  {
    id: 'endlink-renamed-token-works',
    sections: ['2.5', '4.4'],
    title: 'A token that came under the name of the buyer is the endlink token.',
    text: "The variable {{endlink_token}} yields the endlink token under the buyer's chosen parameter name.",
    async check({ openEndlink, sendOutcome, report }) {
      // Another rule is about the call itself.
      await report('complete', (await openEndlink()).token);
      const { token } = await openEndlink(RENAMED_URL, 'first', 'entry');
      return expectSuccess(await sendOutcome('complete', token));
    },
  },
  {
    id: 'endlink-token-unique',
    sections: ['2.5', '5'],
    title: 'An endlink token is unique to one seller and one packet.',
    text: 'The endlink token is a secure string unique to one seller and one packet.',
    async check({ openEndlink }) {
      const opened = [
        await openEndlink(UNIQUE_URL),
        await openEndlink(UNIQUE_URL),
        await openEndlink(UNIQUE_URL, 'second'),
      ];
      if (new Set(opened.map(({ token }) => token)).size < opened.length) {
        throw new RuleBroken('two of three tokens are the same');
      }
      return 'three packets, three tokens';
    },
  },
  ...OUTCOMES.map((outcome): Rule => ({
    id: `endlink-${outcome.replace('_', '-')}`,
    sections: ['4.4', '9'],
    title: `GET /api/v3/endlinks/${outcome} with a valid token answers 2xx.`,
    text: 'A 2xx status signals success; any other status is a failure.',
    async check({ openEndlink, sendOutcome }) {
      const answer = await sendOutcome(outcome, (await openEndlink()).token);
      const saw = expectSuccess(answer);
      return saw;
    },
  })),
  ...OUTCOMES.map((outcome): Rule => ({
    id: `endlink-${outcome.replace('_', '-')}-html`,
    sections: ['4.4', '9'],
    title: `GET /api/v3/endlinks/${outcome}.html with a valid token takes the browser on.`,
    text: "The .html form is meant as a browser redirect target; it takes the user away from the buyer's site.",
    async check({ openEndlink, sendOutcome }) {
      const answer = await sendOutcome(`${outcome}.html`, (await openEndlink()).token);
      if (answer.status >= 400) throw new RuleBroken(`answered ${describeAnswer(answer)}`);
      return describeAnswer(answer);
    },
  })),
  ...OUTCOMES.flatMap((outcome) =>
    [outcome, `${outcome}.html`].map((call): Rule => ({
      id: `effect-of-${call.replaceAll(/[_.]/g, '-')}`,
      sections: ['3.1'],
      title:
        outcome === 'complete'
          ? `A valid call of ${call} publishes the packet.`
          : `A valid call of ${call} filters the packet from the seller's list.`,
      text: `GET ${outcome} or ${outcome}.html with a valid token`,
      async check({ openEndlink, report, readSellersPacket }) {
        const endlink = await openEndlink();
        await report(call, endlink.token);
        const { state } = await readSellersPacket(endlink);
        return expectSame(state, outcome === 'complete' ? 'published' : 'filtered', 'state');
      },
    })),
  ),
  {
    id: 'endlink-token-required',
    sections: ['4.4'],
    title: 'An endlink call needs service_endlink_token.',
    text: 'service_endlink_token (string, required)',
    async check({ sendOutcome }) {
      const answer = await sendOutcome('complete');
      return expectRefusal(answer);
    },
  },
  {
    id: 'endlink-unknown-token',
    sections: ['5'],
    title: 'An endlink call with a token that was never issued is an error.',
    text: 'Endlink endpoints are authorized solely by the single-use endlink token in the query string',
    async check({ sendOutcome }) {
      const answer = await sendOutcome('complete', 'conformance-no-token');
      return expectRefusal(answer);
    },
  },
  {
    id: 'endlink-token-single-use',
    sections: ['3.2', '7', '8'],
    title: 'A second call with the same endlink token is an error.',
    text: 'Later calls with it give an error.',
    async check({ openEndlink, report, sendOutcome }) {
      const { token } = await openEndlink();
      await report('complete', token);
      const again = await sendOutcome('complete', token);
      return expectRefusal(again);
    },
  },
  {
    id: 'endlink-token-consumed-by-any',
    sections: ['3.2', '8'],
    title: 'The first call to any endlink endpoint consumes the token for all of them.',
    text: 'first call to any endlink endpoint',
    async check({ openEndlink, report, sendOutcome }) {
      const { token } = await openEndlink();
      await report('screenout', token);
      return expectRefusal(await sendOutcome('complete', token));
    },
  },
  {
    id: 'endlink-token-consumed-by-html',
    sections: ['3.2', '8'],
    title: 'A call of an .html address consumes the token for the API, too.',
    text: 'first call to any endlink endpoint',
    async check({ openEndlink, report, sendOutcome }) {
      const { token } = await openEndlink();
      await report('fail.html', token);
      return expectRefusal(await sendOutcome('fail', token));
    },
  },
  {
    id: 'endlink-first-effect-stands',
    sections: ['7'],
    title: 'After a second call, the effect of the first one stands.',
    text: "The first call's effect stands (the packet stays published).",
    async check({ openEndlink, report, sendOutcome, readSellersPacket }) {
      const endlink = await openEndlink();
      await report('complete', endlink.token);
      const before = await readSellersPacket(endlink);
      await sendOutcome('fail', endlink.token);
      const { state } = await readSellersPacket(endlink);
      return expectSame(state, before.state, 'state');
    },
  },
  {
    id: 'endlink-token-bound',
    sections: ['5', '2.5'],
    title: 'An endlink token reports for its own seller and packet only.',
    text: 'one hour validity, bound to one seller and one packet',
    async check({ openEndlink, report, readSellersPacket }) {
      const [own, other] = [await openEndlink(), await openEndlink(...SECOND)];
      await report('complete', own.token);
      const { state } = await readSellersPacket(other);
      return expectSame(state, 'awaiting_outcome', 'state of the other packet');
    },
  },
  {
    id: 'endlink-token-lifetime',
    sections: ['8', '2.5'],
    title: 'An endlink token is valid for one hour.',
    text: '1 hour',
    movesClock: true,
    async check({ openEndlink, report, sendOutcome, advance }) {
      // Another rule is about the call itself.
      await report('complete', (await openEndlink()).token);
      const { token } = await openEndlink();
      await advance(3600 - MARGIN_SECONDS);
      return expectSuccess(await sendOutcome('complete', token));
    },
  },
  {
    id: 'endlink-token-expired',
    sections: ['3.2', '2.5', '8'],
    title: 'An endlink token is invalid once one hour has elapsed.',
    text: 'one hour elapses',
    movesClock: true,
    async check({ openEndlink, sendOutcome, advance }) {
      const { token } = await openEndlink();
      await advance(3600 + MARGIN_SECONDS);
      const answer = await sendOutcome('complete', token);
      return expectRefusal(answer);
    },
  },
  {
    id: 'endlink-silence-failure',
    sections: ['3.1', '1'],
    title: 'Without an outcome, the packet is treated as a failure.',
    text: 'treated as a failure',
    movesClock: true,
    async check({ openEndlink, readSellersPacket, advance }) {
      const endlink = await openEndlink();
      await advance(3600 + MARGIN_SECONDS);
      const { state } = await readSellersPacket(endlink);
      if (state !== 'failed' && state !== 'filtered') throw new RuleBroken(`state is ${state}`);
      return `state is ${state}`;
    },
  },
  {
    id: 'endlink-silence-unpaid',
    sections: ['1', '3.1'],
    title: 'Without an outcome, the seller is not paid.',
    text: 'the service treats the interaction as a failure and the seller is not paid for that packet',
    movesClock: true,
    async check({ openEndlink, readSellersPacket, advance }) {
      const endlink = await openEndlink();
      await advance(3600 + MARGIN_SECONDS);
      return expectSame((await readSellersPacket(endlink)).paid, false, 'paid');
    },
  },
];

/** The token under another name. */
const RENAMED_URL = 'https://conformance.example/survey?entry={{endlink_token}}';

const UNIQUE_URL = 'https://conformance.example/survey?of=all';

/** The endlink of another seller. */
const SECOND = [undefined, 'second'] as const;
