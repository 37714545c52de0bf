import type { PacketSeed, SandboxOptions } from '../../sandbox/index.ts';
import type { Command, CommandArguments } from './command.ts';
import { createEnding, linePrinter } from './context.ts';
import type { Listener } from '../http/listener.ts';
import { accessFile, ArgumentsError } from '../usage-error.ts';
import { readPackageFile } from '../sandbox/browser-files.ts';
import type { ReadBrowserFile } from '../sandbox/browser-files.ts';
import { withForwardedScheme } from '../sandbox/forwarded-scheme.ts';
import { openBrowser } from '../sandbox/open-browser.ts';
import type { OpenedSample } from '../sandbox/sample/open-sample.ts';
import type { NamedOptions, RunningSandbox } from '../sandbox/start-sandbox.ts';
import { readTrialSecrets, writeTrialVariables, type TrialSecrets } from './trial-variables.ts';

const DEFAULT_PORT = 4800;
const DEFAULT_FILE = '.env';
const LOOPBACK = '127.0.0.1';

/** The packet for pushes of the backend. */
const PACKET = { id: 'coffee-profile', name: 'Coffee profile', questions: ['drink'] };

const USAGE = `Usage: vaultlink sandbox [--open] [--endlink URL]… [--backend ORIGIN] [--data FILE] [--port N]

Runs a stand-in for the service. It shows tokens and secrets on purpose. A sample survey runs beside
it, on a free port of this machine: two clicks lead from there to a seller who is paid.

  --open               opens the sample survey in your browser, or the sandbox where there is none
  --no-sample          leaves the sample survey out. So do --endlink, --data, --scenario and an address
                       of --host that is not loopback
  --endlink URL        creates a packet whose endlink leads to this page; repeatable
  --backend ORIGIN     creates a client for a backend on this origin, such as http://localhost:3000,
                       and the packet "${PACKET.id}" with the question "${PACKET.questions.join()}"; writes the
                       variables of "vaultlink serve" into a file
  --env FILE           the file for these variables (default: ${DEFAULT_FILE})
  --scenario FILE      begins with what GET /sandbox/scenario has answered, as JSON
  --data FILE          keeps everything in this SQLite file and continues with it; without it, everything
                       is in memory
  --log                prints each request with the reason of its answer, and each endlink that is opened
  --seed TEXT          makes tokens, secrets and ids repeatable, and guessable
  --port N             port to listen on; 0 chooses a free one (default: ${DEFAULT_PORT})
  --host ADDRESS       address to listen on (default: ${LOOPBACK}, this machine alone)
  --base-path PATH     puts all of it below this path, such as /market: it is then a part of the base URL
  --allowed-host NAME  a name under which it is called, beside localhost and IP addresses, such as sandbox
                       or *.tunnel.example; repeatable. Other names are refused, so that no page can read
                       the secrets by DNS rebinding (default: none; every name with --host)

With --data and --scenario, the file of --data wins once it has been written.

These sellers always behave in one way. Each is added when its id is first used:

  magic-token-spent    every endlink token is spent already
  magic-token-expired  every endlink token has expired already
  magic-slow           every report, token request and push is answered after 10 s
  magic-denies         consent is always denied
  magic-access-expired every access token has expired already
  magic-refresh-fails  every refresh is refused
`;

/** Creates the command. @param readBrowserFile reads the files of Vaultlink that the sample survey uses */
export const createSandboxCommand = (readBrowserFile: ReadBrowserFile): Command => ({
  synopsis: 'sandbox [--endlink URL]',
  summary: ['runs a stand-in for the service, for trials and tests'],
  usage: USAGE,
  options: {
    open: { type: 'boolean' },
    'no-sample': { type: 'boolean' },
    endlink: { type: 'string', multiple: true },
    backend: { type: 'string' },
    env: { type: 'string' },
    scenario: { type: 'string' },
    data: { type: 'string' },
    log: { type: 'boolean' },
    seed: { type: 'string' },
    port: { type: 'string' },
    host: { type: 'string' },
    'base-path': { type: 'string' },
    'allowed-host': { type: 'string', multiple: true },
  },
  async run({ values }, context) {
    const [print, warn] = [linePrinter(context.stdout), linePrinter(context.stderr)];
    const options = await readOptions(values);
    const onLog = values.log === true ? print : undefined;
    const started = await start(options, readBrowserFile, onLog);
    // Create this first: a program that reads the following lines may send a signal immediately.
    const { exitCode } = createEnding(context, started.close);
    for (const line of startLinesOf(options, started)) print(line);
    for (const warning of warningsOf(options)) warn(`Warning: ${warning}`);
    if (values.open === true) {
      const page = started.sampleUrl ?? started.baseUrl;
      const obstacle = await openBrowser(page, { platform: process.platform, env: context.env });
      if (obstacle !== undefined) warn(`No browser is opened: ${obstacle}.`);
    }
    return exitCode;
  },
});

/** `vaultlink sandbox` */
export const sandbox: Command = createSandboxCommand(readPackageFile);

/** The options of the command, checked. */
interface Options {
  port: number;
  host: string;
  /** Addresses to which endlinks lead. */
  pages: readonly string[];
  /** Origin of the backend for which a client is created. */
  origin: string | undefined;
  /** Path of the file for the variables of that backend. */
  file: string;
  hasSample: boolean;
  names: readonly string[] | undefined;
  /** Options of the content of the sandbox; `startSandbox` checks them. */
  content: NamedOptions;
}

/** @throws ArgumentsError if an option is not valid */
async function readOptions(values: CommandArguments['values']): Promise<Options> {
  const content = values as NamedOptions;
  const port = String(values.port ?? DEFAULT_PORT);
  const host = String(values.host ?? LOOPBACK);
  const pages = (values.endlink as string[] | undefined) ?? [];
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new ArgumentsError('--port must be a number from 0 to 65535.');
  }
  const { endlinkUrlMistake } = await import('../../sandbox/index.ts');
  for (const page of pages) {
    const mistake = endlinkUrlMistake(page);
    if (mistake !== undefined) throw new ArgumentsError(`--endlink ${mistake}.`);
  }
  const isSampleUnwanted = values['no-sample'] === true || pages.length > 0;
  const hasOwnContent = content.data !== undefined || content.scenario !== undefined;
  return {
    port: Number(port),
    host,
    pages,
    origin: typeof values.backend === 'string' ? originOf(values.backend) : undefined,
    file: String(values.env ?? DEFAULT_FILE),
    hasSample: !isSampleUnwanted && !hasOwnContent && isLoopback(host),
    names: values['allowed-host'] as string[] | undefined,
    content,
  };
}

/** A sandbox that listens, and its sample survey. */
interface StartedSandbox {
  baseUrl: string;
  /** Address of the sample survey; `undefined` if there is none. */
  sampleUrl: string | undefined;
  close: () => Promise<void>;
}

/**
 * Starts the sandbox and its sample survey, and writes the variables of the backend. Closes everything again if one of these fails.
 *
 * @param print receives a line for each entry of the log. Default: no line is printed
 * @throws UsageError if a file cannot be read or written, or has a mistake
 * @throws Error if the port is in use
 */
async function start(
  { port, host, pages, origin, file, hasSample, names, content }: Options,
  readBrowserFile: ReadBrowserFile,
  print: ((line: string) => void) | undefined,
): Promise<StartedSandbox> {
  const secrets =
    origin === undefined
      ? undefined
      : accessFile('env', file, () => readTrialSecrets(file, origin));
  const { listen } = await import('../http/listener.ts');
  const { startSandbox } = await import('../sandbox/start-sandbox.ts');
  const { openSample } = await import('../sandbox/sample/open-sample.ts');
  const { logLine } = await import('../../sandbox/index.ts');
  let sample: OpenedSample | undefined;
  let standIn: RunningSandbox | undefined;
  let listener: Listener | undefined;
  const close = async () => {
    await sample?.listener.close();
    await listener?.close();
    await standIn?.close();
  };
  try {
    sample = hasSample ? await openSample(host, readBrowserFile) : undefined;
    const running = await startSandbox(content, {
      ...marketOf(pages, secrets, sample?.packet),
      ...(print && { onLog: (entry) => print(logLine(entry)) }),
      allowedHosts: allowedHosts(names, host),
    });
    standIn = running;
    listener = await listen((request) => running.fetch(withForwardedScheme(request)), {
      port,
      hostname: host,
    });
    const baseUrl = listener.origin + running.basePath;
    sample?.serve({ baseUrl, fetch: (request) => running.fetch(request) });
    if (origin !== undefined && secrets) {
      accessFile('env', file, () => writeTrialVariables(file, origin, baseUrl, secrets));
    }
    return { baseUrl, sampleUrl: sample && `${sample.listener.origin}/`, close };
  } catch (error) {
    // Otherwise a server would keep the process alive.
    await close();
    if (!isPortTaken(error)) throw error;
    const message = `Port ${port} is in use. Stop the program that uses it, or choose another port: --port 0 takes a free one.`;
    throw new Error(message, { cause: error });
  }
}

/** Returns the lines to print when the sandbox has started. */
function startLinesOf(
  { pages, origin, file, names }: Options,
  { baseUrl, sampleUrl }: StartedSandbox,
): string[] {
  const lines = [`listening on ${baseUrl}`];
  if (sampleUrl !== undefined) {
    lines.push(
      `Sample survey: ${sampleUrl} Two clicks lead to a seller who is paid. --no-sample leaves it out.`,
    );
  }
  lines.push(
    'The sandbox shows tokens and secrets on purpose. Do not make it reachable from other machines.',
  );
  if (names) {
    // The proxy's address is not known here.
    const more = origin ? ` Set VAULTLINK_BASE_URL in ${file} to this address as well.` : '';
    lines.push(`Behind a proxy, open the address of the proxy: the pages then show it.${more}`);
  }
  if (pages.length) lines.push(`Open ${baseUrl} and start a packet as a seller.`);
  if (origin) {
    lines.push(
      `Start the backend with the variables of ${file}: your own server, or "vaultlink serve --env ${file}" where the package is installed.`,
    );
  }
  return lines;
}

/** Returns what the options put at risk. */
function warningsOf({ host, content }: Options): string[] {
  const warnings: string[] = [];
  if (!isLoopback(host)) {
    warnings.push(
      `${host} is not a loopback address, so other machines may read these tokens and secrets.`,
    );
  }
  if (content.seed !== undefined) warnings.push('with --seed, tokens and secrets can be guessed.');
  return warnings;
}

const isPortTaken = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

const isLoopback = (host: string) => /^(127\.[\d.]+|::1|localhost)$/.test(host);

/** Returns the host names that requests may use beside loopback. A sandbox that listens beyond loopback is public on purpose: without a list, all. */
function allowedHosts(
  names: readonly string[] | undefined,
  host: string,
): readonly string[] | 'any' {
  return names ?? (isLoopback(host) ? [] : 'any');
}

/** Returns the initial content of the marketplace. */
function marketOf(
  pages: readonly string[],
  secrets: TrialSecrets | undefined,
  sample: PacketSeed | undefined,
): SandboxOptions {
  const endlinks: PacketSeed[] = [
    ...pages.map((page) => ({ name: new URL(page).host, endlink_url: page })),
    ...(sample ? [sample] : []),
  ];
  if (!secrets) return { packets: endlinks };
  const { clientId, clientSecret, redirectUri } = secrets;
  return {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uri: redirectUri }],
    packets: [...endlinks, { ...PACKET, client_id: clientId }],
  };
}

/** @throws ArgumentsError if `text` is not an origin */
function originOf(text: string): string {
  if (isWebUrl(text)) {
    const { origin, href } = new URL(text);
    if (href === `${origin}/`) return origin;
  }
  throw new ArgumentsError('--backend must be an origin, such as http://localhost:3000.');
}

const isWebUrl = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text);
