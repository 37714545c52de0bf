/**
 * Stands in for a survey tool with a host of its own, as Typeform or Qualtrics: the address of a survey fills its hidden fields, and at the end the tool redirects
 * to the address of an ending, with the hidden fields filled in.
 */
import { createServer } from 'node:http';

const { PORT = '3000', TOOL_HOST = 'localhost:3001' } = process.env;
const { SERVICE_URL = 'http://127.0.0.1:4800' } = process.env;
const [hostname, port] = TOOL_HOST.split(':');

const HIDDEN_FIELDS = ['service_endlink_token', 'seller_id'];
const SERVICE = `${SERVICE_URL}/api/v3/endlinks`;
const THANKS = `http://127.0.0.1:${PORT}/thanks.html`;
const TOKEN = 'service_endlink_token={{hidden:service_endlink_token}}';

/** What somebody has typed into the tool: the address of each ending, a survey a line. */
const ENDINGS = {
  // Straight to the service, without a page of your own.
  '/to-service': {
    complete: `${SERVICE}/complete.html?${TOKEN}`,
    screenout: `${SERVICE}/screenout.html?${TOKEN}`,
    quota_full: `${SERVICE}/quota_full.html?${TOKEN}`,
    fail: `${SERVICE}/fail.html?${TOKEN}`,
  },
  // To your own page, with the codes that the tool has for its endings.
  '/to-page': {
    complete: `${THANKS}?status=1&${TOKEN}`,
    screenout: `${THANKS}?status=2&${TOKEN}`,
    quota_full: `${THANKS}?status=3&${TOKEN}`,
    fail: `${THANKS}?status=4&${TOKEN}`,
  },
  // The same without hidden fields: the seller has come from a page of yours, in this tab, and the tab has the token.
  '/without-token': {
    complete: `${THANKS}?status=1`,
    screenout: `${THANKS}?status=2`,
    quota_full: `${THANKS}?status=3`,
    fail: `${THANKS}?status=4`,
  },
  // Three mistakes: a field that the tool does not have, a code that is not in the map, and a tool that changes the token.
  '/wrong-field': { complete: `${THANKS}?status=1&service_endlink_token={{hidden:endlink}}` },
  '/wrong-code': { screenout: `${THANKS}?status=SCREENOUT&${TOKEN}` },
};

const fill = (address, fields) =>
  address.replace(/\{\{hidden:(\w+)\}\}/g, (written, name) =>
    encodeURIComponent(fields.get(name) ?? written),
  );

const page = (fields) => `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <title>A survey of the tool</title>
  <h1>What do you drink?</h1>
  <form method="post">
    ${HIDDEN_FIELDS.map((name) => `<input type="hidden" name="${name}" value="${fields.get(name) ?? ''}" />`).join('')}
    <button name="ending" value="complete">Coffee</button>
    <button name="ending" value="quota_full">Tea</button>
    <button name="ending" value="screenout">Nothing</button>
    <button name="ending" value="fail">I do not want to say</button>
  </form>
</html>`;

async function bodyOf(request) {
  let text = '';
  for await (const chunk of request) text += chunk;
  return new URLSearchParams(text);
}

createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  if (request.method === 'POST') {
    const fields = await bodyOf(request);
    const location = fill(ENDINGS[pathname][fields.get('ending')], fields);
    return response.writeHead(302, { location }).end();
  }
  response.writeHead(200, { 'content-type': 'text/html' }).end(page(searchParams));
}).listen(Number(port), hostname);
