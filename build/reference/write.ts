/**
 * Writes the pages of the reference: `npm run docs:reference`. A test compares them.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { REFERENCE, referencePages } from './pages.ts';

const pages = await referencePages();
mkdirSync(REFERENCE, { recursive: true });
for (const name of readdirSync(REFERENCE)) if (!(name in pages)) rmSync(`${REFERENCE}/${name}`);
for (const [name, text] of Object.entries(pages)) writeFileSync(`${REFERENCE}/${name}`, text);
console.log(`${REFERENCE}: ${Object.keys(pages).length} pages`);
