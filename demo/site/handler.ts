import { html } from 'hono/html';
import type { Handler } from 'vaultlink/node';
import { documentReply } from './document.ts';
import { fileReply } from './files.ts';
import type { Page, Site } from './page.ts';

/** Serves a site: its pages, the answers to its forms, and its files. */
export function siteHandler(site: Site): Handler {
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const page = site.pages.get(pathname);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (page && isRead) return documentReply(200, site, page);
    if (page?.next && request.method === 'POST') return afterAnswers(request, page.next);
    if (page) return notAllowed(page);
    const data = isRead ? site.data?.get(pathname) : undefined;
    if (data) return Response.json(data(searchParams));
    const file = isRead ? await fileReply(pathname) : undefined;
    return file ?? documentReply(404, site, missing);
  };
}

/** Leads on with a redirect, so that neither a reload nor the way back sends answers twice. */
async function afterAnswers(
  request: Request,
  next: (answers: FormData) => string,
): Promise<Response> {
  const answers = await request.formData().catch(() => undefined);
  if (!answers) return new Response('The body is not a form.', { status: 400 });
  return new Response(null, { status: 303, headers: { location: next(answers) } });
}

const notAllowed = ({ next }: Page) =>
  new Response('This page cannot be used in that way.', {
    status: 405,
    headers: { allow: next ? 'GET, HEAD, POST' : 'GET, HEAD' },
  });

const missing: Page = {
  title: 'Page not found',
  main: html`
    <h1>There is no such page</h1>
    <p>The address may have been cut short. Nothing of your survey is lost.</p>
    <p><a class="button" href="/">To the first page</a></p>
  `,
};
