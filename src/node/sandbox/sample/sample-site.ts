import type { PacketSeed } from '../../../sandbox/index.ts';
import type { ReadBrowserFile } from '../browser-files.ts';
import { createMarketplace, SAMPLE_PACKET_ID } from './marketplace.ts';
import { belowSurvey, progress, startPage } from './start-page.ts';
import type { SampleLink } from './start-page.ts';
import { SAMPLE_STYLE, SURVEY_STYLE } from './style.ts';
import { LANDING_PAGE, surveyPage } from './survey-pages.ts';

/** The sandbox that the sample belongs to. */
export interface SampleService {
  /** Address of the service. */
  baseUrl: string;
  fetch: (request: Request) => Promise<Response>;
}

/** Returns the packet whose endlink leads to the sample survey. @param origin origin at which the sample is served */
export const samplePacket = (origin: string): PacketSeed => ({
  id: SAMPLE_PACKET_ID,
  name: 'Sample survey: hot drinks',
  reward: 2.5,
  endlink_url: `${origin}/${LANDING_PAGE}`,
});

/**
 * Updates the part with the id `progress` once a second while the page is visible. No connection stays open, so the page may enter the back/forward cache.
 * The part is loaded as a document, since Trusted Types forbid markup from text.
 */
const CLIENT = `(() => {
  const part = document.getElementById('progress');
  let shown = '';
  const show = ({ body }) => {
    if (body.innerHTML === shown) return;
    shown = body.innerHTML;
    const focused = part.contains(document.activeElement) ? document.activeElement.id : '';
    part.replaceChildren(...body.childNodes);
    if (focused) document.getElementById(focused)?.focus();
  };
  const refresh = () => {
    if (document.visibilityState !== 'visible') return void setTimeout(refresh, 1000);
    const request = new XMLHttpRequest();
    request.open('GET', 'progress');
    request.responseType = 'document';
    request.onloadend = () => {
      if (request.status === 200 && request.response) show(request.response);
      setTimeout(refresh, 1000);
    };
    request.send();
  };
  refresh();
})();
`;

/**
 * Creates the handler of the sample: a first page with three steps, and the survey with the published files of Vaultlink.
 *
 * @param links what the first page links to beside the survey. Default: nothing
 */
export function sampleSite(
  { baseUrl, fetch }: SampleService,
  readBrowserFile: ReadBrowserFile,
  links: readonly SampleLink[] = [],
): (request: Request) => Promise<Response> {
  const marketplace = createMarketplace(baseUrl, fetch);
  const policy = [
    "default-src 'self'",
    `connect-src 'self' ${new URL(baseUrl).origin}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

  const reply = (body: string, type: string) =>
    new Response(body, {
      headers: {
        'content-type': `text/${type}; charset=utf-8`,
        'content-security-policy': policy,
        'cache-control': 'no-cache',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      },
    });

  async function read(name: string): Promise<Response> {
    switch (name) {
      case '':
        return reply(String(await startPage(await marketplace.visit(), baseUrl, links)), 'html');
      case 'progress':
        return reply(String(await progress(await marketplace.visit())), 'html');
      case 'survey.css':
        return reply(SURVEY_STYLE, 'css');
      case 'sample.css':
        return reply(SAMPLE_STYLE, 'css');
      case 'sample.js':
        return reply(CLIENT, 'javascript');
      // Browsers ask for it on their own.
      case 'favicon.ico':
        return new Response(null, { status: 204 });
    }
    const below = String(await belowSurvey(await marketplace.visit()));
    const page = surveyPage(name, { serviceUrl: baseUrl, below });
    if (page) return reply(page, 'html');
    const script = await readBrowserFile(name);
    return script === undefined
      ? new Response('There is no such page.', { status: 404 })
      : reply(script, 'javascript');
  }

  async function press(name: string, request: Request): Promise<Response> {
    if (!isOwnForm(request)) return new Response('Not from another page.', { status: 403 });
    if (name === 'open') {
      const fields = new URLSearchParams(await request.text());
      return seeOther(await marketplace.open(fields.get('way')));
    }
    if (name !== 'mend') return new Response('There is no such button.', { status: 404 });
    await marketplace.mend();
    return seeOther('./');
  }

  return async (request) => {
    const name = new URL(request.url).pathname.slice(1);
    if (request.method === 'POST') return press(name, request);
    if (request.method === 'GET' || request.method === 'HEAD') return read(name);
    return new Response(null, { status: 405, headers: { allow: 'GET, HEAD, POST' } });
  };
}

const seeOther = (location: string) => new Response(null, { status: 303, headers: { location } });

/** Returns whether a page of this host posted a form. Other pages must not break the network. */
function isOwnForm({ headers, url }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  return site === null ? headers.get('origin') === new URL(url).origin : site === 'same-origin';
}
