import { readdirSync, readFileSync } from 'node:fs';
import { listen } from '../../../src/node/index.ts';

/** What a page of a buyer's is made of. */
interface BuyerPage {
  /** Attributes of the script tag beside `src` and `data-base-url`; `undefined` takes one away, `false` the whole tag. */
  tag?: Record<string, string | undefined> | false;
  /** In the head, before the script tag. */
  before?: string;
  /** In the head, after it. */
  after?: string;
  body?: string;
  headers?: Record<string, string>;
}

/** A request to a buyer's host. */
interface BuyerRequest {
  method: string;
  path: string;
  /** With the question mark, or empty. */
  search: string;
  headers: Headers;
  body: string;
}

/** One host of a buyer's: their pages, the built files, and what the test adds. */
export interface Buyer {
  origin: string;
  /** With the port. */
  host: string;
  /** Every request, oldest first. */
  requests: BuyerRequest[];
  url: (path: string) => string;
  /** Serves a page at `path`, to any method. */
  page(path: string, page?: BuyerPage): void;
  /** Answers everything that begins with `path` itself; a built file, too. */
  handle(path: string, answer: (request: BuyerRequest) => Response | Promise<Response>): void;
  close: () => Promise<void>;
}

const BUILT = 'dist';

/** The built files by their paths. Read once: what is tested does not change under a run. */
let builtFiles: Map<string, string> | undefined;

const readBuiltFiles = () =>
  new Map(
    readdirSync(BUILT)
      .filter((name) => /^vaultlink.*\.js$/.test(name))
      .map((name) => [`/${name}`, readFileSync(`${BUILT}/${name}`, 'utf8')]),
  );

/**
 * Starts one on a free port of 127.0.0.1.
 *
 * @param baseUrl `data-base-url` of its pages
 */
export async function startBuyer(baseUrl: string): Promise<Buyer> {
  const files = (builtFiles ??= readBuiltFiles());
  const requests: BuyerRequest[] = [];
  const pages = new Map<string, BuyerPage>();
  const handlers = new Map<string, (request: BuyerRequest) => Response | Promise<Response>>();

  async function answer(incoming: Request): Promise<Response> {
    const { pathname: path, search } = new URL(incoming.url);
    const { method, headers } = incoming;
    const request = { method, path, search, headers, body: await incoming.text() };
    requests.push(request);
    const handle = [...handlers].find(([prefix]) => path.startsWith(prefix))?.[1];
    if (handle) return handle(request);
    const file = files.get(path);
    if (file) return new Response(file, { headers: { 'content-type': 'text/javascript' } });
    const page = pages.get(path);
    if (page) {
      const type = { 'content-type': 'text/html; charset=utf-8' };
      return new Response(htmlOf(page, baseUrl), { headers: { ...type, ...page.headers } });
    }
    return new Response(null, { status: 204 });
  }

  const { origin, ...listener } = await listen(answer);
  return {
    origin,
    host: new URL(origin).host,
    requests,
    url: (path) => origin + path,
    page: (path, page = {}) => void pages.set(path, page),
    handle: (path, handler) => void handlers.set(path, handler),
    close: () => listener.close(),
  };
}

function htmlOf({ tag = {}, before = '', after = '', body = '' }: BuyerPage, baseUrl: string) {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>A survey</title>
${before}
${tag ? scriptTag({ src: '/vaultlink.js', 'data-base-url': baseUrl, ...tag }) : ''}
${after}
</head>
<body>${body}</body>
</html>`;
}

/** A script element of these attributes. */
export function scriptTag(attributes: Record<string, string | undefined>): string {
  const text = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${String(value).replaceAll('"', '&quot;')}"`);
  return `<script${text.join('')}></script>`;
}
