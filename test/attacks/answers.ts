import { withErrors } from '../support/service/answers.ts';
import type { Attack } from './attack.ts';
import { listen } from './listen.ts';

const QUOTED = 'The answer "type 2 diabetes, ada@example.org" is not valid.';

export const ANSWERS: Attack[] = [
  {
    title: 'a server that is to approve reports gives no answer that says yes or no',
    variables: { VAULTLINK_RELAY: 'unsaved' },
    async prepare() {
      const statuses = [500, 302, 404, 503];
      const { url, close } = await listen((_, answer) => {
        const status = statuses.shift() ?? 500;
        statuses.push(status);
        answer.writeHead(status, { location: '/' }).end();
      });
      return { variables: { VAULTLINK_MAY_REPORT_URL: url }, close };
    },
    async run({ browse, service }) {
      const answer = await browse({ 'x-forwarded-for': '10.3.3.3' }).relay('complete', 'unasked');
      await answer.text();
      const gains: string[] = [];
      if (service.outcomeEndpoint.requests.length)
        gains.push('An outcome was sent that nobody had approved.');
      // 202: the outcome is kept, and the server is asked again.
      if (![202, 429, 503].includes(answer.status)) gains.push(`The page got ${answer.status}.`);
      return gains;
    },
  },
  {
    title: 'the service quotes the answers of a user in its refusals',
    async run({ browse, program, service }) {
      const browser = browse();
      await (await browser.connect()).text();
      service.pushEndpoint.answerEvery((request, processRequest) =>
        'diagnosis' in Object(request.body.payload)
          ? withErrors(422, QUOTED)(request, processRequest)
          : processRequest(),
      );
      await (await browser.push('packet-1', { diagnosis: 'type 2 diabetes' })).text();
      const { err, out } = program.printed;
      return /diabetes|ada@example/.test(err + out) ? ['The log has what the user answered.'] : [];
    },
  },
];
