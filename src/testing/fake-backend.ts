import { VaultError } from '../protocol/errors.ts';
import type { VaultErrorCode } from '../protocol/errors.ts';
import type { PushRequest, SessionReply } from '../protocol/local.ts';
import type { Answers, PushReply } from '../protocol/push.ts';

/** How a backend begins. */
export interface FakeBackendOptions {
  /** Base path of the backend, or its address. Default: `/vault`. */
  bffUrl?: string | undefined;
  /** Whether the user is connected. Default: no. */
  isConnected?: boolean | undefined;
}

/** A push that the page has made. */
export interface Push {
  packetId: string;
  answers: Answers;
}

/** A backend for the front end whose answers the test decides. */
export interface FakeBackend {
  /** The session as the page would read it now. */
  readonly session: SessionReply;
  /** What the page has pushed, oldest first; refused pushes too. */
  readonly pushes: readonly Push[];
  /** Connects or disconnects the user. Elements notice it with their next check: when they are mounted, or when they get the focus back. */
  setSession(session: SessionReply): void;
  /** Answers the next push with an error. */
  failNextPush(code: VaultErrorCode, messages?: readonly string[]): void;
}

/** HTTP status of the errors that a push can end with. */
const STATUS: Partial<Record<VaultErrorCode, number>> = {
  invalid_request: 400,
  not_connected: 401,
  forbidden_origin: 403,
  subject_missing: 403,
  reconnect_required: 409,
  too_large: 413,
  validation_failed: 422,
  rate_limited: 429,
  service_unreachable: 504,
  store_unavailable: 503,
  configuration_error: 500,
};

let originalFetch: typeof fetch | undefined;

/** Gives the page back the `fetch` that it had before {@link fakeBackend}. */
export function restoreFetch(): void {
  if (originalFetch) globalThis.fetch = originalFetch;
  originalFetch = undefined;
}

/**
 * Answers the calls that `<vault-connect>`, `<vault-push>` and `vaultlink/vault` make to the backend. All other calls of `fetch` go where they went
 * before.
 *
 * The user of a test does not leave the page to connect: give `isConnected`, or call `setSession()` before the element is mounted.
 *
 * @example
 * const backend = fakeBackend({ isConnected: true });
 * render(<Profile />);
 * await user.click(screen.getByRole('button', { name: 'Save' }));
 * expect(backend.pushes).toEqual([{ packetId: 'coffee', answers: { drink: 'tea' } }]);
 */
export function fakeBackend({
  bffUrl = '/vault',
  isConnected = false,
}: FakeBackendOptions = {}): FakeBackend {
  let session: SessionReply = sessionOf(isConnected);
  let nextFailure: VaultError | undefined;
  const pushes: Push[] = [];
  const base = new URL(bffUrl.replace(/\/+$/, ''), location.href).href;

  async function answer(path: string, request: Request): Promise<Response> {
    if (path === '/session') {
      if (request.method === 'DELETE') session = sessionOf(false);
      return Response.json(request.method === 'DELETE' ? {} : session);
    }
    const [, packetId] = /^\/packets\/([^/]+)\/push$/.exec(path) ?? [];
    if (packetId === undefined) return errorReply(new VaultError('not_found', 'No such call.'));
    const { payload } = (await request.json()) as PushRequest;
    pushes.push({ packetId: decodeURIComponent(packetId), answers: payload });
    const failure = nextFailure ?? (session.connected ? undefined : notConnected());
    nextFailure = undefined;
    return failure ? errorReply(failure) : Response.json(replyOf(packetId));
  }

  restoreFetch();
  originalFetch = globalThis.fetch;
  const passOn = originalFetch;
  globalThis.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), location.href);
    if (!url.href.startsWith(`${base}/`)) return passOn(input, init);
    const request = input instanceof Request ? input : new Request(url, init);
    return answer(url.href.slice(base.length).split('?')[0] ?? '', request);
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

const errorReply = (error: VaultError) =>
  Response.json(error.toJSON(), { status: STATUS[error.code] ?? 502 });

/** As the service answers. @see interface §2.3 §4.3 */
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
