/** A request that a sandbox received during a check. */
export interface RecordedRequest {
  /** Since the first one, in milliseconds. */
  atMs: number;
  method: string;
  /** With `{check}` in the place of the id of the check. */
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
}

/** What a sandbox reads of a request besides its length. */
const HEADERS =
  /^(access-control-request-.*|authorization|content-type|cookie|origin|sec-fetch-.*|sec-purpose|user-agent)$/;

/** The pages of the console and their news change nothing. */
const isLook = ({ method, url }: Request) =>
  method === 'GET' && /^\/(sandbox\/.*|favicon\.ico)$/.test(new URL(url).pathname);

/** Answers requests by `answer`, and records them. */
export function recordRequests(answer: (request: Request) => Promise<Response>) {
  const requests: RecordedRequest[] = [];
  let startedAtMs: number | undefined;

  async function record(request: Request): Promise<void> {
    const { method, url } = request;
    startedAtMs ??= Date.now();
    const recorded: RecordedRequest = {
      atMs: Date.now() - startedAtMs,
      ...{ method, url },
      headers: Object.fromEntries([...request.headers].filter(([name]) => HEADERS.test(name))),
    };
    requests.push(recorded);
    const body = await request.clone().text();
    if (body) recorded.body = body;
  }

  return {
    async fetch(request: Request): Promise<Response> {
      if (!isLook(request)) await record(request);
      return answer(request);
    },
    requests: () =>
      withSteadyPorts(requests.filter((one, index) => !isOutdated(one, requests[index + 1]))),
  };
}

/** Returns the page that sent a message: the time at which it was opened. */
const senderOf = ({ url, body = '' }: RecordedRequest) =>
  url.endsWith('/messages') ? /openedAtMs%22%3A([\d.]+)/.exec(body)?.[1] : undefined;

/** Returns `true` if the page says the same again, and more, in its next message. */
const isOutdated = (one: RecordedRequest, next: RecordedRequest | undefined) =>
  next !== undefined && senderOf(one) !== undefined && senderOf(one) === senderOf(next);

/** Replaces the ports and the id of the check, which differ from visit to visit. */
function withSteadyPorts(requests: readonly RecordedRequest[]): RecordedRequest[] {
  const ports: string[] = [];
  const text = JSON.stringify(requests)
    .replace(/(?<=\/sandbox\/check\/)[\w-]{16}/g, '{check}')
    .replace(
      /(?<=(?:127\.0\.0\.1|localhost)(?::|%3A))\d{4,5}/g,
      (port) => `${4000 + (ports.indexOf(port) + 1 || ports.push(port))}`,
    );
  return JSON.parse(text) as RecordedRequest[];
}
