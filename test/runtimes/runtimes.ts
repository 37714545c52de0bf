import { mkdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { build } from 'vite';
import { installFolder } from '../../build/install-folder.ts';

const FOLDER = resolve('.cache/runtimes');

/** How a runtime is started. */
export interface Runtime {
  name: string;
  command: string;
  parameters: (port: number) => string[];
}

/** Each says `export default` of the bundle's handler in its own way. */
const MAINS = {
  'main-node.mjs': `import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { handlerWith } from './backend.js';
createServer(getRequestListener(handlerWith())).listen(Number(process.argv[2]), '127.0.0.1');`,
  'main-bun.mjs': `import { handlerWith } from './backend.js';
Bun.serve({ port: Number(process.argv[2]), hostname: '127.0.0.1', fetch: handlerWith() });`,
  'main-deno.mjs': `import { handlerWith } from './backend.js';
const handle = handlerWith();
Deno.serve({ port: Number(Deno.args[0]), hostname: '127.0.0.1' }, (request) => handle(request));`,
  'main-workerd.mjs': `import { waitUntil } from 'cloudflare:workers';
import { handlerWith } from './backend.js';
const handle = handlerWith({ waitUntil });
export default { fetch: (request) => handle(request) };`,
};

/** The configuration of workerd. Its address is given on the command line. */
const CAPNP = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [
      (name = "main", esModule = embed "main-workerd.mjs"),
      (name = "backend.js", esModule = embed "backend.js"),
    ],
    compatibilityDate = "2026-01-01",
  ))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);`;

/** Bundles the backend once, for all, and installs the runtimes where they are missing. */
export async function setUp(): Promise<void> {
  installFolder('test/runtimes');
  await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { conditions: ['vaultlink-source'] },
    ssr: { noExternal: true, target: 'webworker', resolve: { conditions: ['vaultlink-source'] } },
    build: {
      ssr: 'test/runtimes/entry.ts',
      outDir: FOLDER,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'backend.js', codeSplitting: false } },
    },
  });
  await mkdir(FOLDER, { recursive: true });
  const files = { ...MAINS, 'workerd.capnp': CAPNP };
  for (const [name, text] of Object.entries(files)) await writeFile(`${FOLDER}/${name}`, text);
}

const bin = (name: string) => resolve('test/runtimes/node_modules/.bin', name);

/** Where the same handler has to give the same answers. */
export const RUNTIMES: readonly Runtime[] = [
  {
    name: 'Node',
    command: process.execPath,
    parameters: (port) => [`${FOLDER}/main-node.mjs`, String(port)],
  },
  {
    name: 'Bun',
    command: bin('bun'),
    parameters: (port) => [`${FOLDER}/main-bun.mjs`, String(port)],
  },
  {
    name: 'Deno',
    command: bin('deno'),
    parameters: (port) => [
      ...['run', '--no-remote', '--no-prompt', '--allow-net=127.0.0.1'],
      ...[`${FOLDER}/main-deno.mjs`, String(port)],
    ],
  },
  {
    name: 'workerd',
    command: bin('workerd'),
    parameters: (port) => ['serve', `${FOLDER}/workerd.capnp`, `-shttp=127.0.0.1:${port}`],
  },
];
