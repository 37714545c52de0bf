import type { PacketSeed, SandboxOptions } from '../../sandbox/index.ts';
import type { Command } from './command.ts';
import { createEnding, linePrinter } from './context.ts';
import type { Listener } from '../http/listener.ts';
import { accessFile, ArgumentsError } from '../usage-error.ts';
import { readPackageFile } from '../sandbox/browser-files.ts';
import type { ReadBrowserFile } from '../sandbox/browser-files.ts';
import { withForwardedScheme } from '../sandbox/forwarded-scheme.ts';
import { openBrowser } from '../sandbox/open-browser.ts';
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
    const { port = String(DEFAULT_PORT), host = LOOPBACK, env: file = DEFAULT_FILE } = values;
    if (!/^\d{1,5}$/.test(String(port)) || Number(port) > 65_535) {
      throw new ArgumentsError('--port must be a number from 0 to 65535.');
    }
    const pages = (values.endlink as string[] | undefined) ?? [];
    const { endlinkUrlMistake } = await import('../../sandbox/index.ts');
    for (const page of pages) {
      const mistake = endlinkUrlMistake(page);
      if (mistake !== undefined) throw new ArgumentsError(`--endlink ${mistake}.`);
    }
    const origin = typeof values.backend === 'string' ? originOf(values.backend) : undefined;
    const secrets =
      origin === undefined
        ? undefined
        : accessFile('env', String(file), () => readTrialSecrets(String(file), origin));

    const { listen } = await import('../http/listener.ts');
    const { startSandbox } = await import('../sandbox/start-sandbox.ts');
    const { openSample } = await import('../sandbox/sample/open-sample.ts');
    const { logLine } = await import('../../sandbox/index.ts');
    const hasSample =
      !values['no-sample'] &&
      pages.length === 0 &&
      values.data === undefined &&
      values.scenario === undefined &&
      isLoopback(String(host));
    const sample = hasSample ? await openSample(String(host), readBrowserFile) : undefined;
    const standIn = await startSandbox(values, {
      ...marketOf(pages, secrets, sample?.packet),
      ...(values.log === true && { onLog: (entry) => print(logLine(entry)) }),
      allowedHosts: allowedHosts(values['allowed-host'] as string[] | undefined, String(host)),
    }).catch(async (error: unknown) => {
      await sample?.listener.close();
      throw error;
    });
    let listener: Listener;
    try {
      listener = await listen((request) => standIn.fetch(withForwardedScheme(request)), {
        port: Number(port),
        hostname: String(host),
      });
    } catch (error) {
      await sample?.listener.close();
      await standIn.close();
      throw isPortTaken(error)
        ? new Error(
            `Port ${String(port)} is in use. Stop the program that uses it, or choose another port: --port 0 takes a free one.`,
            { cause: error },
          )
        : error;
    }
    const close = async () => {
      await sample?.listener.close();
      await listener.close();
      await standIn.close();
    };
    // Create this first: a program that reads the following lines may send a signal immediately.
    const { exitCode } = createEnding(context, close);
    const baseUrl = listener.origin + standIn.basePath;
    sample?.serve({ baseUrl, fetch: (request) => standIn.fetch(request) });
    if (origin && secrets) {
      try {
        accessFile('env', String(file), () =>
          writeTrialVariables(String(file), origin, baseUrl, secrets),
        );
      } catch (error) {
        // Otherwise the server would keep the process alive.
        await close();
        throw error;
      }
    }
    print(`listening on ${baseUrl}`);
    if (sample) {
      print(
        `Sample survey: ${sample.listener.origin}/ Two clicks lead to a seller who is paid. --no-sample leaves it out.`,
      );
    }
    print(
      'The sandbox shows tokens and secrets on purpose. Do not make it reachable from other machines.',
    );
    if (!isLoopback(String(host))) {
      warn(
        `Warning: ${String(host)} is not a loopback address, so other machines may read these tokens and secrets.`,
      );
    }
    if (typeof values.seed === 'string') {
      warn('Warning: with --seed, tokens and secrets can be guessed.');
    }
    if (values['allowed-host']) {
      // The proxy's address is not known here.
      const more = origin
        ? ` Set VAULTLINK_BASE_URL in ${String(file)} to this address as well.`
        : '';
      print(`Behind a proxy, open the address of the proxy: the pages then show it.${more}`);
    }
    if (pages.length) print(`Open ${baseUrl} and start a packet as a seller.`);
    if (origin) {
      print(
        `Start the backend with the variables of ${String(file)}: your own server, or "vaultlink serve --env ${String(file)}" where the package is installed.`,
      );
    }
    if (values.open === true) {
      const page = sample ? `${sample.listener.origin}/` : baseUrl;
      const obstacle = await openBrowser(page, { platform: process.platform, env: context.env });
      if (obstacle !== undefined) warn(`No browser is opened: ${obstacle}.`);
    }
    return exitCode;
  },
});

/** `vaultlink sandbox` */
export const sandbox: Command = createSandboxCommand(readPackageFile);

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
