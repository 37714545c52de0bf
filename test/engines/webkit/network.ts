import { EventEmitter, once } from 'node:events';
import { createServer, request as requestUpstream } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request of a page, as much of Playwright's as the flows ask for. */
interface PageRequest {
  url: () => string;
  allHeaders: () => Promise<Record<string, string>>;
}

/** An answer to a page, likewise. */
interface PageResponse {
  url: () => string;
  status: () => number;
  headers: () => Record<string, string>;
  text: () => Promise<string>;
  finished: () => Promise<null>;
}

/** What may be done with a request that is held up. */
interface PageRoute {
  abort: () => void;
  continue: () => Promise<void>;
  fetch: () => Promise<PageResponse>;
  fulfill: (how: { response: PageResponse; headers: Record<string, string> }) => Promise<void>;
}

type Handle = (route: PageRoute) => unknown;

interface Rule {
  pattern: RegExp;
  handle: Handle;
  /** How often it still applies. */
  times: number;
}

/** A browser's way to the servers: a proxy that can hear, hold back and break what goes over it, since WebDriver cannot. */
export interface Network extends EventEmitter {
  /** Host and port. */
  address: string;
  /** Calls a handler instead of sending what matches. */
  route: (glob: string | RegExp, handle: Handle, options?: { times?: number }) => void;
  unrouteAll: () => void;
  /** Breaks every connection at once, as long as it is so. */
  setOffline: (offline: boolean) => void;
  /** The next request or answer to such an address. */
  next: (event: 'request' | 'response' | 'requestfailed', pattern?: RegExp) => Promise<unknown>;
  /** Runs a script in every page that is loaded from now on, before its own. */
  addInitScript: (source: string) => void;
  /** An empty page of each host that was asked for anything, which no server is asked for. */
  blankPages: () => string[];
  close: () => Promise<void>;
}

/** Where {@link Network.blankPages} are. */
const BLANK = '/a-blank-page-of-the-proxy';

/** A glob of Playwright's: `**` is anything, `*` anything within a segment. A regular expression stays as it is. */
export function patternOf(glob: string | RegExp): RegExp {
  if (glob instanceof RegExp) return glob;
  const escaped = glob.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(
    `^${escaped.replaceAll(/\*\*\/?|\*/g, (star) => (star === '*' ? '[^/]*' : '.*'))}$`,
  );
}

/** Starts one on a free port. */
export async function startNetwork(): Promise<Network> {
  const events = new EventEmitter();
  let rules: Rule[] = [];
  let isOffline = false;
  const scripts = new Set<string>();
  const origins = new Set<string>();

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const url = incoming.url ?? '';
    const request: PageRequest = {
      url: () => url,
      allHeaders: () => Promise.resolve(incoming.headers as Record<string, string>),
    };
    events.emit('request', request);
    if (url.endsWith(BLANK)) {
      outgoing.writeHead(200, { 'content-type': 'text/html', connection: 'close' }).end();
      return;
    }
    origins.add(new URL(url).origin);
    const fail = () => {
      events.emit('requestfailed', request);
      incoming.socket.destroy();
    };
    if (isOffline) {
      fail();
      return;
    }
    const upstream = () => fetchUpstream(incoming, outgoing);
    const send = async (response: Upstream, headers = response.headers()) => {
      events.emit('response', response);
      await response.pass(outgoing, headers, [...scripts]);
    };
    const rule = rules.find(({ pattern, times }) => times > 0 && pattern.test(url));
    try {
      if (rule) rule.times -= 1;
      const handle = rule?.handle ?? ((route: PageRoute) => route.continue());
      await handle({
        abort: fail,
        continue: async () => send(await upstream()),
        fetch: upstream,
        fulfill: ({ response, headers }) => send(response as Upstream, headers),
      });
    } catch {
      fail();
    }
  }

  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(events, {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    route(glob: string | RegExp, handle: Handle, { times = Infinity } = {}) {
      rules.unshift({ pattern: patternOf(glob), handle, times });
    },
    unrouteAll: () => void (rules = []),
    next: (event: string, pattern = /./) =>
      new Promise((resolve) => {
        const look = (about: PageRequest | PageResponse) => {
          if (!pattern.test(about.url())) return;
          events.off(event, look);
          resolve(about);
        };
        events.on(event, look);
      }),
    setOffline: (offline: boolean) => void (isOffline = offline),
    addInitScript: (source: string) => void scripts.add(source),
    blankPages: () => [...origins].map((origin) => origin + BLANK),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

interface Upstream extends PageResponse {
  /** Passes it on to the browser, with scripts where it is a page. */
  pass: (to: ServerResponse, headers: Record<string, string>, scripts: string[]) => Promise<void>;
}

async function fetchUpstream(incoming: IncomingMessage, outgoing: ServerResponse) {
  const { hostname, port, pathname, search, href } = new URL(incoming.url ?? '');
  const { method, headers } = incoming;
  const path = pathname + search;
  const request = requestUpstream({ hostname, port, path, method, headers, agent: false });
  outgoing.on('close', () => request.destroy());
  incoming.pipe(request);
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return upstreamOf(href, answer);
}

function upstreamOf(href: string, answer: IncomingMessage): Upstream {
  const finished = Promise.withResolvers<string>();
  // Nobody may be waiting for it.
  finished.promise.catch(() => undefined);
  const headers = answer.headers as Record<string, string>;
  return {
    url: () => href,
    status: () => answer.statusCode ?? 0,
    headers: () => headers,
    text: () => finished.promise,
    finished: () => finished.promise.then(() => null),
    async pass(to, changed, scripts) {
      const isPage = scripts.length && headers['content-type']?.startsWith('text/html');
      // A connection is used once, so that the browser has none over which it would repeat a request by itself.
      const sent: Record<string, string> = { ...changed, connection: 'close' };
      if (isPage) delete sent['content-length'];
      to.writeHead(answer.statusCode ?? 0, sent);
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of answer) {
          chunks.push(chunk as Buffer);
          if (!isPage) to.write(chunk);
        }
      } catch (error) {
        finished.reject(error);
        to.destroy();
        return;
      }
      const text = Buffer.concat(chunks).toString();
      to.end(isPage ? withScripts(text, scripts, headers) : undefined);
      finished.resolve(text);
    },
  };
}

function withScripts(html: string, scripts: string[], headers: Record<string, string>): string {
  const [, nonce = ''] = /'nonce-([^']+)'/.exec(headers['content-security-policy'] ?? '') ?? [];
  const injected = scripts.map((source) => `<script nonce="${nonce}">${source}</script>`).join('');
  return html.replace(/<head>|(?<!^[\s\S]+)(?=<(?!!))/i, (head) => head + injected);
}
