import { FINISH, page, RELAY, RIGHT, START, tag, wall, writeOver } from './site-parts.ts';
import type { Site } from './site-parts.ts';

const LEADS_ON = `<script>setTimeout(()=>location.replace('/in'+location.search),800)</script>`;

/** Sites that are right, and whose tabs, frames or servers are unusual. */
export const RIGHT_STEPS: readonly Site[] = [
  {
    name: 'goes on in a tab that a script opens, and closes it in the end',
    pages: {
      '/': page(tag(), `<button id="start" onclick="window.open('/end')">Start</button>`),
      '/end': page(
        `${tag()}<script>addEventListener('endlink-confirmed',()=>window.close())</script>`,
        FINISH,
      ),
    },
  },
  {
    name: 'goes on over two pages in a new tab',
    clicks: ['#start', '#next'],
    pages: {
      '/': page(tag(), '<a id="start" href="/next" target="_blank" rel="noopener">Start</a>'),
      '/next': page(tag(), '<a id="next" href="/end">Next</a>'),
      '/end': page(tag(), FINISH),
    },
  },
  {
    name: 'goes on in a frame that comes late',
    pages: {
      '/': page(
        tag(),
        `<script>setTimeout(()=>{const f=document.createElement('iframe');f.src='/survey';document.body.append(f)},1500)</script>`,
      ),
      '/survey': page(tag(), START),
      '/end': page(tag(), FINISH),
    },
  },
  {
    name: 'writes its last page anew',
    pages: {
      ...RIGHT,
      '/end': page(tag(), writeOver(FINISH)),
    },
  },
  {
    name: 'has an element with a button, which is pressed',
    clicks: ['#start', 'endlink-finish button'],
    pages: { ...RIGHT, '/end': page(tag(), FINISH.replace('>', ' manual>')) },
  },
  {
    name: 'has policies that only report',
    pages: RIGHT,
    headers: {
      '/': { 'content-security-policy-report-only': "default-src 'none'" },
      '/end': { 'content-security-policy-report-only': "default-src 'none'" },
    },
  },
  {
    name: 'reports by a relay with answers of its own',
    pages: { ...RIGHT, '/end': page(tag('data-via="relay"'), FINISH) },
    files: { [RELAY]: () => Response.json({ error: 'no_token' }, { status: 403 }) },
  },
  {
    name: 'has a bot protection that lets the visit through by itself',
    pages: { ...RIGHT, '/': wall('Just a moment...', LEADS_ON), '/in': page(tag(), START) },
    statuses: { '/': 403 },
  },
];
