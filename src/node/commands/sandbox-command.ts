import type { SandboxOptions } from '../../sandbox/index.ts';
import { closeOnSignal, UsageError } from './command.ts';
import type { Command } from './command.ts';
import { readTrialSecrets, writeTrialVariables } from './trial-variables.ts';
import type { TrialSecrets } from './trial-variables.ts';

const DEFAULT_PORT = 4800;
const DEFAULT_FILE = '.env';

/** The packet for pushes of the backend. */
const PACKET = { id: 'coffee-profile', name: 'Coffee profile', questions: ['drink'] };

const USAGE = `Usage: vaultlink sandbox [--endlink URL]… [--backend ORIGIN] [--port N] [--host ADDRESS] [--allowed-host NAME]…

Runs a stand-in for the service in memory. It shows tokens and secrets on purpose.

  --endlink URL     creates a packet whose endlink leads to this page; repeatable
  --backend ORIGIN  creates a client for a backend on this origin, such as http://localhost:3000,
                    and the packet "${PACKET.id}" with the question "${PACKET.questions.join()}"; writes the
                    variables of "vaultlink serve" into a file
  --env FILE        the file for these variables (default: ${DEFAULT_FILE})
  --port N          port to listen on; 0 chooses a free one (default: ${DEFAULT_PORT})
  --host ADDRESS    address to listen on (default: 127.0.0.1, this machine alone)
  --allowed-host NAME
                    a name under which it is called, beside localhost and IP addresses, such as
                    sandbox or *.tunnel.example; repeatable. Other names are refused, so that no page
                    can read the secrets by DNS rebinding (default: none; every name with --host)
`;

/** `vaultlink sandbox` */
export const sandbox: Command = {
  synopsis: 'sandbox [--endlink URL]',
  summary: ['runs a stand-in for the service, for trials and tests'],
  usage: USAGE,
  options: {
    endlink: { type: 'string', multiple: true },
    backend: { type: 'string' },
    env: { type: 'string' },
    port: { type: 'string' },
    host: { type: 'string' },
    'allowed-host': { type: 'string', multiple: true },
  },
  async run({ values }) {
    const { port = String(DEFAULT_PORT), host, env: file = DEFAULT_FILE } = values;
    if (!/^\d{1,5}$/.test(String(port)) || Number(port) > 65_535) {
      throw misuse('--port must be a number from 0 to 65535.');
    }
    const pages = (values.endlink as string[] | undefined) ?? [];
    for (const page of pages) {
      if (!isWebUrl(page)) throw misuse('--endlink must be an absolute http or https URL.');
    }
    const origin = typeof values.backend === 'string' ? originOf(values.backend) : undefined;
    const secrets =
      origin === undefined
        ? undefined
        : accessFile(String(file), () => readTrialSecrets(String(file), origin));

    const { createSandbox } = await import('../../sandbox/index.ts');
    const { listen } = await import('../http/listener.ts');
    const standIn = createSandbox({
      ...marketOf(pages, secrets),
      allowedHosts: allowedHosts(values['allowed-host'] as string[] | undefined, host),
    });
    const listener = await listen((request) => standIn.fetch(request), {
      port: Number(port),
      ...(typeof host === 'string' && { hostname: host }),
    });
    // Register this first: a program that reads the following lines may send a signal immediately.
    closeOnSignal(() => {
      standIn.close();
      return listener.close();
    });
    if (origin && secrets) {
      try {
        accessFile(String(file), () =>
          writeTrialVariables(String(file), origin, listener.origin, secrets),
        );
      } catch (error) {
        // Otherwise the server would keep the process alive.
        standIn.close();
        await listener.close();
        throw error;
      }
    }
    console.log(`listening on ${listener.origin}`);
    console.log(
      'The sandbox shows tokens and secrets on purpose. Do not make it reachable from other machines.',
    );
    if (pages.length) console.log(`Open ${listener.origin} and start a packet as a seller.`);
    if (origin) {
      console.log(
        `Start the backend with: npx vaultlink serve --env ${String(file)}, or start your own server with the variables of this file.`,
      );
    }
  },
};

/** Accesses the file of `--env`. @throws UsageError that names the file if it cannot be read or written */
function accessFile<Result>(file: string, access: () => Result): Result {
  try {
    return access();
  } catch (error) {
    throw new UsageError(
      `--env ${file}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Whoever listens beyond loopback has made the sandbox public on purpose, so every name may call it unless some are listed. */
function allowedHosts(
  names: readonly string[] | undefined,
  host: unknown,
): readonly string[] | 'any' {
  const isPublic = typeof host === 'string' && !/^(localhost|127\.[\d.]+|::1)$/.test(host);
  return names ?? (isPublic ? 'any' : []);
}

/** Returns the initial content of the marketplace. */
function marketOf(pages: readonly string[], secrets: TrialSecrets | undefined): SandboxOptions {
  const endlinks = pages.map((page) => ({ name: new URL(page).host, endlink_url: page }));
  if (!secrets) return { packets: endlinks };
  const { clientId, clientSecret, redirectUri } = secrets;
  return {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uri: redirectUri }],
    packets: [...endlinks, { ...PACKET, client_id: clientId }],
  };
}

/** @throws UsageError if `text` is not an origin */
function originOf(text: string): string {
  if (isWebUrl(text)) {
    const { origin, href } = new URL(text);
    if (href === `${origin}/`) return origin;
  }
  throw misuse('--backend must be an origin, such as http://localhost:3000.');
}

const isWebUrl = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text);

const misuse = (sentence: string) => new UsageError(`${sentence}\n\n${USAGE}`);
