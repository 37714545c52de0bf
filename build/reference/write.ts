/**
 * Writes the pages of the reference, and the settings in the page about the script tag: `npm run docs:reference`. A test compares them.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readReferenceSources, REFERENCE, referencePages } from './pages.ts';
import { SCRIPT_TAG_PAGE, scriptTagPage } from './pages.ts';

const sources = readReferenceSources();
const pages = await referencePages(sources);
mkdirSync(REFERENCE, { recursive: true });
for (const name of readdirSync(REFERENCE)) if (!(name in pages)) rmSync(`${REFERENCE}/${name}`);
for (const [name, text] of Object.entries(pages)) writeFileSync(`${REFERENCE}/${name}`, text);
writeFileSync(SCRIPT_TAG_PAGE, scriptTagPage(sources));
console.log(`${REFERENCE}: ${Object.keys(pages).length} pages`);
