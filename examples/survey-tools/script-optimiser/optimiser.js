/**
 * Stands in for what optimises the scripts of a site, as WP Rocket, Autoptimize or Cloudflare's Rocket Loader: it changes each page before the browser has it. The
 * first part of the path says how: `/inline/`, `/combine/`, `/reorder/`, `/later/`, `/delay/` and `/delay-all/`.
 */
import { createServer } from 'node:http';

const { HOST = '127.0.0.1', PORT = '3000', TOOL_HOST = 'localhost:3001' } = process.env;
// The site listens where nobody looks.
process.env.PORT = new URL(`http://${TOOL_HOST}`).port;
await import('./server.js');
const site = `http://${HOST}:${process.env.PORT}`;

const SCRIPT = /<script([^>]*)>([^]*?)<\/script>/g;

/** The attributes by which a page asks to be left alone. */
const isExcluded = (attributes) => /data-cfasync="false"|nowprocket/.test(attributes);

const sourceOf = (attributes) => /src="([^"]*)"/.exec(attributes)?.[1];

async function codeOf(attributes, text) {
  const source = sourceOf(attributes);
  return source ? (await fetch(site + source)).text() : text;
}

async function replaceScripts(html, replace) {
  const found = [...html.matchAll(SCRIPT)];
  const replaced = await Promise.all(
    found.map(([all, attributes, text]) => replace(attributes, text, all)),
  );
  let index = 0;
  return html.replace(SCRIPT, () => replaced[index++]);
}

/** Runs the scripts that were put aside, one after the other. Every script is made anew. */
const RUN = `async function run() {
  for (const aside of document.querySelectorAll('script[type=aside]')) {
    const script = document.createElement('script');
    if (aside.dataset.src) script.src = aside.dataset.src;
    else script.text = aside.text;
    const loaded = new Promise((resolve) => (script.onload = script.onerror = resolve));
    aside.replaceWith(script);
    if (script.src) await loaded;
  }
}`;

const putAside = (html, canBeExcluded) =>
  replaceScripts(html, (attributes, text, all) => {
    if (canBeExcluded && isExcluded(attributes)) return all;
    const source = sourceOf(attributes);
    return `<script type="aside"${source ? ` data-src="${source}"` : ''}>${text}</script>`;
  });

const atTheEnd = (html, code) => html.replace('</body>', () => `<script>${code}</script></body>`);

const combined = new Map();

async function combine(html) {
  const scripts = [...html.matchAll(SCRIPT)];
  const codes = await Promise.all(scripts.map(([, attributes, text]) => codeOf(attributes, text)));
  const path = `/combined-${combined.size}.js`;
  combined.set(path, codes.join('\n;\n'));
  const rest = html.replace(SCRIPT, '');
  return rest.replace('</head>', `<script defer src="${path}"></script></head>`);
}

/** Whatever stands in the page runs after the files. */
const deferInline = (html) =>
  replaceScripts(html, (attributes, text, all) => {
    if (sourceOf(attributes)) return all;
    const code = Buffer.from(text).toString('base64');
    return `<script defer src="data:text/javascript;base64,${code}"></script>`;
  });

const FIRST_INTERACTION = `${RUN}
for (const type of ['mousemove', 'keydown', 'touchstart', 'wheel'])
  addEventListener(type, () => void run(), { once: true });`;

const WAYS = {
  inline: (html) =>
    replaceScripts(
      html,
      async (attributes, text) => `<script>${await codeOf(attributes, text)}</script>`,
    ),
  combine,
  reorder: deferInline,
  later: async (html) =>
    atTheEnd(await putAside(html, false), `${RUN} addEventListener('load', run);`),
  delay: async (html) => atTheEnd(await putAside(html, true), FIRST_INTERACTION),
  'delay-all': async (html) => atTheEnd(await putAside(html, false), FIRST_INTERACTION),
};

createServer(async (request, response) => {
  const { pathname } = new URL(request.url, site);
  const [, way, path] = /^\/([\w-]+)(\/.*)$/.exec(pathname) ?? [];
  const optimise = WAYS[way];
  const answer = await fetch(site + (optimise ? path : pathname));
  const type = answer.headers.get('content-type') ?? 'text/plain';
  let body = combined.get(pathname) ?? (await answer.text());
  if (optimise) body = await optimise(body);
  const isCombined = combined.has(pathname);
  response.writeHead(isCombined ? 200 : answer.status, {
    'content-type': isCombined ? 'text/javascript' : type,
  });
  response.end(body);
}).listen(Number(PORT), HOST, () => console.log(`http://${HOST}:${PORT}`));
