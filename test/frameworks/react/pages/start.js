// Renders the app that the root element names, or takes over what a server has rendered there.
import { createElement as h, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import * as apps from './apps.js';

const root = document.getElementById('root');
const { app, packetId, waits } = root.dataset;
const page = h(StrictMode, null, h(apps[app], { packetId }));

globalThis.start = () => {
  if (root.hasChildNodes()) hydrateRoot(root, page);
  else createRoot(root).render(page);
};
if (!waits) globalThis.start();
