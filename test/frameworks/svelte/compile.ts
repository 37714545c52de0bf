import { fileURLToPath } from 'node:url';
import { compile } from 'svelte/compiler';
import { build } from 'vite';
import type { Plugin, Rolldown } from 'vite';

/** Compiles components as a development server does: Svelte warns of a mismatch then. */
const compileComponents: Plugin = {
  name: 'compile-components',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('.svelte')) return null;
    const generate = this.environment.config.consumer === 'server' ? 'server' : 'client';
    return compile(code, { filename: id, generate, dev: generate === 'client' }).js;
  },
};

/** The plugins of a bundle for pages. */
export const PAGE_PLUGINS: Plugin[] = [
  compileComponents,
  moduleOf('esm-env', 'export const BROWSER = true, DEV = true;'),
];

/** Returns the HTML of a component as a server renders it. @param name the name of its file in `pages` */
export async function renderComponent(name: string): Promise<string> {
  const path = fileURLToPath(new URL(`pages/${name}.svelte`, import.meta.url));
  const page = `
    import { render } from 'svelte/server';
    import Page from '${path}';
    export const html = render(Page).body;`;
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    plugins: [compileComponents, moduleOf('page', page)],
    ssr: { noExternal: true },
    build: {
      write: false,
      ssr: true,
      rolldownOptions: { input: 'page', output: { codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput;
  const { html } = (await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`)) as {
    html: string;
  };
  return html;
}

/** A module that is in no file. */
function moduleOf(name: string, code: string): Plugin {
  return {
    name,
    enforce: 'pre',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: (id) => (id === `\0${name}` ? code : null),
  };
}
