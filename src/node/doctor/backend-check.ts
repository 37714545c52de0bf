import { BASE_PATH, REQUEST_HEADER } from '../../protocol/index.ts';
import { ask, fieldsOf, madeUp, NoAnswer, redirectOf, shown } from './ask.ts';
import type { Answer } from './ask.ts';
import { authorizeUrlOf } from './authorization-check.ts';
import type { Check } from './check.ts';
import { failed, notChecked, ok, warning } from './check.ts';
import { setOut } from './set-out.ts';

const THROUGH = `The proxy must lead everything below ${BASE_PATH} to "vaultlink serve", as it is.`;

/** Whether the backend runs, and can be reached where browsers look for it. */
export const backendAddress: Check = {
  id: 'backend',
  group: 'Backend',
  title: 'Address',
  async look({ settings, connections }) {
    const { origin } = settings.bff;
    const address = `${origin}${BASE_PATH}/health`;
    const answer = await ask(connections, address);
    const target = redirectOf(answer, address);
    if (target) {
      return failed(
        `${address} redirects to ${shown(target)}.`,
        `VAULTLINK_ORIGIN must be the origin that browsers end up at. ${THROUGH}`,
      );
    }
    const { status, store } = fieldsOf(answer);
    if (status === 'ok') return ok(`A backend answers at ${origin}${BASE_PATH}.`);
    if (status === 'draining') {
      return failed(
        `A backend answers at ${origin}${BASE_PATH}, but is about to end.`,
        'Run this again once the next one has started.',
      );
    }
    if (store === 'unavailable') {
      return failed(
        `A backend answers at ${origin}${BASE_PATH}, but cannot reach its store.`,
        'Its log says why (store_unavailable).',
      );
    }
    return failed(
      `Something else answers at ${address} (status ${answer.status}).`,
      `Is "vaultlink serve" running? ${THROUGH}`,
    );
  },
};

/** Whether what is asked over http is led to https. */
export const plainHttp: Check = {
  id: 'plain-http',
  group: 'Backend',
  title: 'Plain http',
  needs: ['backend'],
  async look({ settings, connections }) {
    const { protocol, host, port } = new URL(settings.bff.origin);
    if (protocol === 'http:') return notChecked('The backend is on this machine.');
    if (port) return notChecked(`Who answers http beside port ${port} is not known.`);
    const address = `http://${host}${BASE_PATH}/health`;
    try {
      const answer = await ask(connections, address);
      if (redirectOf(answer, address)?.protocol === 'https:') return ok('It is led to https.');
      return warning(
        `${address} answers in the clear (status ${answer.status}).`,
        'Let the proxy redirect all of http to https.',
      );
    } catch (error) {
      if (error instanceof NoAnswer) return ok('Nobody answers there.');
      throw error;
    }
  },
};

/** Whether the redirect URI leads to this backend. @see interface §2.1 */
export const redirectUri: Check = {
  id: 'redirect-uri',
  group: 'Backend',
  title: 'Redirect URI',
  needs: ['backend'],
  async look({ settings, connections }) {
    const { origin, allowedOrigins = [], client } = settings.bff;
    const address = new URL(client.redirectUri);
    if (address.origin !== origin && !allowedOrigins.includes(address.origin)) {
      return failed(
        `${shown(address)} is not of ${origin}.`,
        'VAULTLINK_REDIRECT_URI has to lead to this backend, or to a page of an allowed origin that uses the hook.',
      );
    }
    if (address.href.replace(/\?.*/, '') !== `${origin}${BASE_PATH}/callback`) {
      return warning(
        `${shown(address)} is a page, not ${BASE_PATH}/callback.`,
        'That is right where <vault-connect> uses the hook on this very page. Else change VAULTLINK_REDIRECT_URI, and the settings of the client.',
      );
    }
    // Without a state, so that nothing is used up.
    const headers = { accept: 'application/json' };
    const answer = await ask(connections, client.redirectUri, { headers });
    if (fieldsOf(answer).error === 'state_missing') return ok('It leads to the backend.');
    return failed(
      `Something else answers at ${shown(address)} (status ${answer.status}).`,
      `${THROUGH} Its query must arrive, too.`,
    );
  },
};

/** Whether the backend that runs has the settings that are examined. */
export const sameSettings: Check = {
  id: 'settings',
  group: 'Backend',
  title: 'Settings',
  needs: ['backend'],
  async look(setup) {
    const { client } = setup.settings.bff;
    const { answer, target } = await setOut(setup);
    if (!target && isSubjectMissing(answer)) {
      return notChecked('Nobody is signed in here, and the backend leads nobody else away.');
    }
    if (!target) {
      return failed(
        `It leads nobody to the service (status ${answer.status}).`,
        `${THROUGH} Its log says what went wrong.`,
      );
    }
    const differences = [
      shown(target) === shown(new URL(authorizeUrlOf(setup))) ? '' : 'the authorization page',
      target.searchParams.get('client_id') === client.clientId ? '' : 'VAULTLINK_CLIENT_ID',
      target.searchParams.get('redirect_uri') === client.redirectUri
        ? ''
        : 'VAULTLINK_REDIRECT_URI',
    ].filter(Boolean);
    if (!differences.length) return ok('It leads to the service with the same settings as these.');
    return failed(
      `It runs with other settings: ${differences.join(', ')}.`,
      'Start it anew with these, or run this with its own.',
    );
  },
};

/** Whether the calls of pages arrive as they are sent. Nobody is connected here, so nothing is changed. */
export const calls: Check = {
  id: 'calls',
  group: 'Backend',
  title: 'Calls',
  needs: ['backend'],
  async look(setup) {
    const { settings, connections } = setup;
    const { origin } = settings.bff;
    const headers = headersOfPage(origin);
    const json = { ...headers, 'content-type': 'application/json' };
    const expected: [string, RequestInit & { method: string }, number][] = [
      ['/session', { method: 'GET', headers }, 200],
      ['/session', { method: 'DELETE', headers }, 204],
      ['/packets/doctor/push', { method: 'POST', headers: json, body: '{"payload":{}}' }, 401],
    ];
    for (const [path, init, status] of expected) {
      const answer = await ask(connections, `${origin}${BASE_PATH}${path}`, init);
      if (answer.status === status || isSubjectMissing(answer)) continue;
      const call = `${init.method} ${BASE_PATH}${path}`;
      return failed(
        `${call} is answered with ${answer.status} instead of ${status}.`,
        answer.status === 403
          ? `The headers ${REQUEST_HEADER.name}, Origin and Sec-Fetch-Site must arrive, and VAULTLINK_ORIGIN of the running backend must be ${origin}.`
          : `The proxy must let GET, POST, DELETE and OPTIONS pass. ${THROUGH}`,
      );
    }
    return ok('GET, POST and DELETE of pages arrive with their headers.');
  },
};

/** Whether the proxy lets a stranger name the user: both where they connect and where they call. */
export const subjectHeader: Check = {
  id: 'subject-header',
  group: 'Backend',
  title: 'Subject header',
  needs: ['backend'],
  async look(setup) {
    const { settings, connections } = setup;
    const { subjectHeader: name, bff } = settings;
    if (name === undefined) {
      const { answer } = await setOut(setup);
      return isSubjectMissing(answer)
        ? notChecked('None: the server in which the backend is mounted names its users itself.')
        : ok('None: each session is a user of its own.');
    }
    const isUser = async (headers: Record<string, string>) => {
      const { target } = await setOut(setup, headers);
      if (target?.searchParams.get('redirect_uri') === bff.client.redirectUri) return true;
      const session = await ask(connections, `${bff.origin}${BASE_PATH}/session`, {
        headers: { ...headersOfPage(bff.origin), ...headers },
      });
      return 'connected' in fieldsOf(session);
    };
    if (await isUser({})) {
      return notChecked(
        `Whoever asks from here is a user, so what a stranger sends as ${name} does not show.`,
        `The proxy must replace ${name} in every request below ${BASE_PATH}, or take it away.`,
      );
    }
    if (await isUser({ [name]: madeUp() })) {
      return failed(
        `A stranger who sends ${name} is taken for the user whom it names.`,
        `Whoever can send it is whoever they want to be: the proxy must replace ${name} in every request below ${BASE_PATH}, or take it away.`,
      );
    }
    return ok(`What a stranger sends as ${name} does not arrive.`);
  },
};

/**
 * Whether the backend refused a call because it comes from nobody whom the host knows, which is right where the host names its users: by a header, or
 * by the option `subject` of a backend that is mounted in another server.
 */
const isSubjectMissing = ({ status, text }: Answer) =>
  status === 403 && text.includes('subject_missing');

/** What a browser sends along with the calls of the backend's own pages. */
const headersOfPage = (origin: string) => ({
  origin,
  'sec-fetch-site': 'same-origin',
  [REQUEST_HEADER.name]: REQUEST_HEADER.value,
});
