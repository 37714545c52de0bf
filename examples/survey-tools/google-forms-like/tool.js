/**
 * Stands in for a form that takes no hidden field and leads nowhere, as Google Forms and Microsoft Forms: all that its owner can change is the text of the
 * confirmation, with a link in it.
 */
import { createServer } from 'node:http';

const { PORT = '3000', TOOL_HOST = 'localhost:3001' } = process.env;
const [hostname, port] = TOOL_HOST.split(':');

const html = (body) =>
  `<!doctype html><html lang="en"><meta charset="utf-8" /><title>A form</title>${body}</html>`;

const QUESTION = html(`<h1>Which coffee?</h1>
<form method="post"><label>Name <input name="coffee" /></label> <button>Submit</button></form>`);

const CONFIRMATION = html(`<h1>Your response has been recorded.</h1>
<p>Last step: <a href="http://127.0.0.1:${PORT}/thanks.html">confirm that you are done</a></p>`);

createServer((request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end(request.method === 'POST' ? CONFIRMATION : QUESTION);
}).listen(Number(port), hostname);
