import { mistakesOfKeys } from '../options/unknown-keys.ts';
import { VaultError } from '../protocol/errors.ts';
import type { VaultErrorCode } from '../protocol/errors.ts';
import { STATUS_OF_ERROR } from '../protocol/local.ts';
import type { PushRequest, SessionReply } from '../protocol/local.ts';
import type { Answers, PushReply } from '../protocol/push.ts';

/** Options of {@link fakeBackend}. */
export interface FakeBackendOptions {
  /** Base path of the backend, or its address. Default: `/vault`. */
  bffUrl?: string | undefined;
  /** The user is connected. Default: false. */
  isConnected?: boolean | undefined;
}

/** A push that the page has made. */
export interface ReceivedPush {
  packetId: string;
  answers: Answers;
}

/** A backend for the front end whose answers the test decides. */
export interface FakeBackend {
  /** The session as the page would read it now. */
  readonly session: SessionReply;
  /** Pushes of the page, oldest first; refused ones too. */
  readonly pushes: readonly ReceivedPush[];
  /** Connects or disconnects the user. Elements notice it with their next check: when they are mounted, or when they get the focus back. */
  setSession(session: SessionReply): void;
  /** Answers the next push with an error. */
  failNextPush(code: VaultErrorCode, messages?: readonly string[]): void;
}

let originalFetch: typeof fetch | undefined;
let isReplaced = false;

/** Restores the `fetch` that the page had before {@link fakeBackend}. */
export function restoreFetch(): void {
  if (!isReplaced) return;
  isReplaced = false;
  // Jest's jsdom has none.
  if (originalFetch) globalThis.fetch = originalFetch;
  else Reflect.deleteProperty(globalThis, 'fetch');
}

/**
 * Answers the calls that `<vault-connect>`, `<vault-push>` and `vaultlink/vault` make to the backend. All other calls of `fetch` go where they went
 * before.
 *
 * The user of a test does not leave the page to connect: give `isConnected`, or call `setSession()` before the element is mounted.
 *
 * @throws VaultError `configuration_error` if an option does not exist
 * @example
 * const backend = fakeBackend({ isConnected: true });
 * render(<Profile />);
 * await user.click(screen.getByRole('button', { name: 'Save' }));
 * expect(backend.pushes).toEqual([{ packetId: 'coffee', answers: { drink: 'tea' } }]);
 */
export function fakeBackend(options: FakeBackendOptions = {}): FakeBackend {
  const [mistake] = mistakesOfKeys(options, { bffUrl: true, isConnected: true });
  if (mistake !== undefined) throw new VaultError('configuration_error', mistake);
  const { bffUrl = '/vault', isConnected = false } = options;
  let session: SessionReply = sessionOf(isConnected);
  let nextFailure: VaultError | undefined;
  const pushes: ReceivedPush[] = [];
  const base = new URL(bffUrl.replace(/\/+$/, ''), location.href).href;

  function answer(path: string, { method, body }: RequestInit): Response {
    if (path === '/session') {
      if (method === 'DELETE') session = sessionOf(false);
      return jsonReply(200, method === 'DELETE' ? {} : session);
    }
    const [, packetId] = /^\/packets\/([^/]+)\/push$/.exec(path) ?? [];
    if (packetId === undefined) return errorReply(new VaultError('not_found', 'No such call.'));
    const { payload } = JSON.parse(body as string) as PushRequest;
    pushes.push({ packetId: decodeURIComponent(packetId), answers: payload });
    const failure = nextFailure ?? (session.connected ? undefined : notConnected());
    nextFailure = undefined;
    return failure ? errorReply(failure) : jsonReply(200, replyOf(packetId));
  }

  restoreFetch();
  originalFetch = globalThis.fetch;
  isReplaced = true;
  const passOn = globalThis.fetch;
  globalThis.fetch = async (input, init = {}) => {
    const address = typeof input === 'object' && 'url' in input ? input.url : String(input);
    const url = new URL(address, location.href);
    if (!url.href.startsWith(`${base}/`)) return passOn(input, init);
    return answer(url.pathname.slice(new URL(base).pathname.length), init);
  };

  return {
    get session() {
      return session;
    },
    pushes,
    setSession(next) {
      session = next;
    },
    failNextPush(code, messages = []) {
      nextFailure = new VaultError(code, `The test has ordered ${code}.`, {
        messages: [...messages],
      });
    },
  };
}

const sessionOf = (isConnected: boolean): SessionReply =>
  isConnected ? { connected: true } : { connected: false, reason: 'none' };

const notConnected = () =>
  new VaultError('not_connected', 'The user of this test is not connected.');

const errorReply = (error: VaultError) => jsonReply(STATUS_OF_ERROR[error.code], error.toJSON());

/** Returns a response with what the callers read of one. Jest's jsdom has no `Response` to make one with. */
function jsonReply(status: number, body: object): Response {
  const text = JSON.stringify(body);
  return {
    ok: status < 400,
    status,
    headers: { get: (name: string) => (/^content-type$/i.test(name) ? 'application/json' : null) },
    json: () => Promise.resolve(JSON.parse(text) as unknown),
    text: () => Promise.resolve(text),
  } as Response;
}

/** Returns a reply as the service sends it. @see interface §2.3 §4.3 */
function replyOf(packetId: string): PushReply {
  const now = new Date().toISOString();
  return {
    message: 'Data successfully synced',
    sellers_packet: {
      id: 'fake-sellers-packet',
      packet_id: packetId,
      account_id: 'fake-account',
      beneficiary_account_id: null,
      status: 'published',
      autosell_setting: 'never',
      created_at: now,
      updated_at: now,
      first_published_at: now,
    },
  };
}
