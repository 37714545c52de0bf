import { failed, notChecked, ok, warning } from '../../findings/index.ts';
import { BASE_PATH, REQUEST_HEADER } from '../../protocol/index.ts';
import {
  sendRequest,
  startConnecting,
  fieldsOf,
  madeUpSecret,
  NoResponseError,
  redirectTargetOf,
  withoutQuery,
} from './ask.ts';
import type { ReadResponse } from './ask.ts';
import { authorizeUrlOf } from './authorization-check.ts';
import type { Check } from './check.ts';
import { mistakesOfSubjectHeader } from '../serve/subject.ts';

const THROUGH = `Let the proxy forward everything below ${BASE_PATH} to "vaultlink serve" unchanged.`;

/** Checks whether the backend runs and is reachable at its public origin. */
export const backendAddress: Check = {
  id: 'backend',
  group: 'Backend',
  title: 'Address',
  async run({ settings, connections }) {
    const { origin } = settings.bff;
    const address = `${origin}${BASE_PATH}/health`;
    const answer = await sendRequest(connections, address);
    const target = redirectTargetOf(answer, address);
    if (target) {
      return failed(
        `${address} redirects to ${withoutQuery(target)}.`,
        `Set VAULTLINK_ORIGIN to the origin after all redirects. ${THROUGH}`,
      );
    }
    const { status, store } = fieldsOf(answer);
    if (status === 'ok') return ok(`A backend responds at ${origin}${BASE_PATH}.`);
    if (status === 'draining') {
      return failed(
        `A backend responds at ${origin}${BASE_PATH}, but it is shutting down.`,
        'Run this command again after the next process has started.',
      );
    }
    if (store === 'unavailable') {
      return failed(
        `A backend responds at ${origin}${BASE_PATH}, but it cannot reach its store.`,
        'Look for store_unavailable in its log.',
      );
    }
    return failed(
      `${address} is not the backend (status ${answer.status}).`,
      `Check that "vaultlink serve" is running. ${THROUGH}`,
    );
  },
};

/** Checks whether plain http redirects to https. */
export const plainHttp: Check = {
  id: 'plain-http',
  group: 'Backend',
  title: 'Plain http',
  needs: ['backend'],
  async run({ settings, connections }) {
    const { protocol, host, port } = new URL(settings.bff.origin);
    if (protocol === 'http:')
      return notChecked('The backend is on this machine and needs no https.');
    if (port) return notChecked(`The http port that belongs to port ${port} is unknown.`);
    const address = `http://${host}${BASE_PATH}/health`;
    try {
      const answer = await sendRequest(connections, address);
      if (redirectTargetOf(answer, address)?.protocol === 'https:')
        return ok('It redirects to https.');
      return warning(
        `${address} responds without encryption (status ${answer.status}).`,
        'Let the proxy redirect all http requests to https.',
      );
    } catch (error) {
      if (error instanceof NoResponseError) return ok('Nothing responds there.');
      throw error;
    }
  },
};

/** Checks whether the redirect URI points to this backend. @see interface §2.1 */
export const redirectUri: Check = {
  id: 'redirect-uri',
  group: 'Backend',
  title: 'Redirect URI',
  needs: ['backend'],
  async run({ settings, connections }) {
    const { origin, allowedOrigins, client } = settings.bff;
    const address = new URL(client.redirectUri);
    if (address.origin !== origin && !allowedOrigins.includes(address.origin)) {
      return failed(
        `${withoutQuery(address)} does not belong to ${origin}.`,
        'Set VAULTLINK_REDIRECT_URI to the callback of this backend, or to a page of an allowed origin that uses the hook.',
      );
    }
    if (address.href.replace(/\?.*/, '') !== `${origin}${BASE_PATH}/callback`) {
      return warning(
        `${withoutQuery(address)} is a page, not ${BASE_PATH}/callback.`,
        'This is correct if <vault-connect> uses the hook on this page. Otherwise change VAULTLINK_REDIRECT_URI and the settings of the client.',
      );
    }
    // A callback without a state consumes nothing.
    const headers = { accept: 'application/json' };
    const answer = await sendRequest(connections, client.redirectUri, { headers });
    if (fieldsOf(answer).error === 'state_missing') return ok('It points to the backend.');
    return failed(
      `${withoutQuery(address)} is not the callback of the backend (status ${answer.status}).`,
      `${THROUGH} The query must be forwarded too.`,
    );
  },
};

/** Checks whether the running backend uses the same settings as this command. */
export const sameSettings: Check = {
  id: 'settings',
  group: 'Backend',
  title: 'Settings',
  needs: ['backend'],
  async run(setup) {
    const { client } = setup.settings.bff;
    const { answer, target } = await startConnecting(setup);
    if (!target && isSubjectMissing(answer)) {
      return notChecked(
        'This command is not signed in to your app, so the backend does not redirect it to the service.',
      );
    }
    if (!target) {
      return failed(
        `It does not redirect to the service (status ${answer.status}).`,
        `${THROUGH} Look for the reason in its log.`,
      );
    }
    const differences = [
      withoutQuery(target) === withoutQuery(new URL(authorizeUrlOf(setup)))
        ? ''
        : 'the authorization page',
      target.searchParams.get('client_id') === client.clientId ? '' : 'VAULTLINK_CLIENT_ID',
      target.searchParams.get('redirect_uri') === client.redirectUri
        ? ''
        : 'VAULTLINK_REDIRECT_URI',
    ].filter(Boolean);
    if (!differences.length) return ok('It redirects to the service with the same settings.');
    return failed(
      `It runs with other settings: ${differences.join(', ')}.`,
      'Restart it with these settings, or run this command with its settings.',
    );
  },
};

/** Checks whether requests of pages reach the backend unchanged. No user is connected here, so nothing changes. */
export const calls: Check = {
  id: 'calls',
  group: 'Backend',
  title: 'Calls',
  needs: ['backend'],
  async run(setup) {
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
      const answer = await sendRequest(connections, `${origin}${BASE_PATH}${path}`, init);
      if (answer.status === status || isSubjectMissing(answer)) continue;
      const request = `${init.method} ${BASE_PATH}${path}`;
      return failed(
        `${request} responded with ${answer.status} instead of ${status}.`,
        answer.status === 403
          ? `Let the proxy forward the headers ${REQUEST_HEADER.name}, Origin and Sec-Fetch-Site. Set VAULTLINK_ORIGIN of the running backend to ${origin}.`
          : `Let the proxy forward GET, POST, DELETE and OPTIONS. ${THROUGH}`,
      );
    }
    return ok('GET, POST and DELETE arrive with their headers.');
  },
};

/** Checks whether the backend can tell its clients apart, for the limits of requests that anybody can send. */
export const clientAddress: Check = {
  id: 'client-address',
  group: 'Backend',
  title: 'Addresses',
  needs: ['backend'],
  async run({ settings, connections }) {
    const { origin } = settings.bff;
    const answer = await sendRequest(connections, `${origin}${BASE_PATH}/health`, {
      headers: headersOfPage(origin),
    });
    if (fieldsOf(answer).client_address !== 'unknown') {
      return ok('The backend knows the address of a client.');
    }
    return warning(
      'The backend does not know the address of a client, so one client can use up the requests of all.',
      'Set VAULTLINK_TRUSTED_PROXIES to the addresses of your proxy, and let it add the client to X-Forwarded-For. For a mounted backend, set the option clientAddress, or "trust proxy" in Express. If this machine is one of your proxies, run the command on another one.',
    );
  },
};

/** Checks whether a client can forge the subject header, both when connecting and when calling. */
export const subjectHeader: Check = {
  id: 'subject-header',
  group: 'Backend',
  title: 'Subject header',
  needs: ['backend'],
  async run(setup) {
    const { settings, connections } = setup;
    const { subjectHeader: name, bff } = settings;
    const [mistake] = mistakesOfSubjectHeader(settings);
    if (mistake !== undefined)
      return failed('Nothing proves that it comes from your proxy.', mistake);
    if (settings.subjectAssertion)
      return notChecked('The user is the one of the signed assertion.');
    if (name === undefined) {
      const { answer } = await startConnecting(setup);
      return isSubjectMissing(answer)
        ? notChecked('Not set. The server that mounts the backend identifies its users itself.')
        : ok('Not set. Each session is its own user.');
    }
    const isUser = async (headers: Record<string, string>) => {
      const { target } = await startConnecting(setup, headers);
      if (target?.searchParams.get('redirect_uri') === bff.client.redirectUri) return true;
      const session = await sendRequest(connections, `${bff.origin}${BASE_PATH}/session`, {
        headers: { ...headersOfPage(bff.origin), ...headers },
      });
      return 'connected' in fieldsOf(session);
    };
    if (await isUser({})) {
      return notChecked(
        `Requests from this machine already belong to a user, so this check cannot tell whether a client can forge ${name}.`,
        `Let the proxy replace or remove ${name} in every request below ${BASE_PATH}.`,
      );
    }
    if (await isUser({ [name]: madeUpSecret() })) {
      return failed(
        `A client can send ${name} itself and act as any user.`,
        `Let the proxy replace or remove ${name} in every request below ${BASE_PATH}.`,
      );
    }
    return ok(`The proxy replaces or removes ${name} that a client sends.`);
  },
};

/**
 * Returns whether the backend refused a request because no user is signed in. This is correct if the host identifies its users, by a header or by the
 * `subject` option of a mounted backend.
 */
const isSubjectMissing = ({ status, text }: ReadResponse) =>
  status === 403 && text.includes('subject_missing');

/** Headers that a browser sends with requests of the backend's own pages. */
export const headersOfPage = (origin: string) => ({
  origin,
  'sec-fetch-site': 'same-origin',
  [REQUEST_HEADER.name]: REQUEST_HEADER.value,
});
