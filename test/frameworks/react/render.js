// Prints the HTML of an app as a server renders it: node render.js App '{"packetId": "p1"}'
import { createElement as h, StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import * as apps from './pages/apps.js';

const [name, props] = process.argv.slice(2);
process.stdout.write(renderToString(h(StrictMode, null, h(apps[name], JSON.parse(props)))));
