/**
 * A marketplace to test with: one seller, one endlink to your page and one packet to push into. It needs the libraries of the sandbox, which the page
 * about the sandbox names.
 *
 * @module
 */
import { mistakesOfKeys } from '../options/unknown-keys.ts';
import { createSandbox } from '../sandbox/index.ts';
import type { Sandbox } from '../sandbox/index.ts';

/** Options of a test sandbox. */
export interface TestSandboxOptions {
  /** Address to which the endlink leads, with variables in double curly braces or without. Default: `https://survey.example/`. @see interface §2.5 */
  pageUrl?: string | undefined;
  /** Redirect URI of the client. Default: `https://survey.example/vault/callback`. */
  redirectUri?: string | undefined;
  /** The questions of the packet `coffee-profile`. Default: `drink`. */
  questions?: readonly string[] | undefined;
  /** The path of the base URL, such as `/market`. Default: none. */
  basePath?: string | undefined;
}

/** A sandbox with a seller, an endlink packet and a packet to push into. All helpers use them unless told otherwise. */
export interface TestSandbox extends Sandbox {
  /** The variables of `vaultlink serve`, or the options of `createVaultBff`, need these. */
  readonly client: { clientId: string; clientSecret: string; redirectUri: string };
  /** Returns the answers of `coffee-profile` that were pushed into the seller's vault. */
  pushedAnswers(): Promise<Record<string, string | null> | undefined>;
}

const DATA_PACKET_ID = 'coffee-profile';

/**
 * Creates a marketplace with one seller. Serve its `fetch`, or hand it to what intercepts requests in your tests.
 *
 * @throws Error if an option does not exist
 * @example
 * const sandbox = createTestSandbox({ pageUrl: 'http://localhost:5173/' });
 * const { url, token } = await sandbox.startEndlink();
 * await page.goto(url);
 * expect(await sandbox.waitForOutcome({ token })).toMatchObject({ outcome: 'complete' });
 */
export function createTestSandbox(options: TestSandboxOptions = {}): TestSandbox {
  const known = { pageUrl: true, redirectUri: true, questions: true, basePath: true } as const;
  const [mistake] = mistakesOfKeys(options, known);
  if (mistake !== undefined) throw new Error(mistake);
  const {
    pageUrl = 'https://survey.example/',
    redirectUri = 'https://survey.example/vault/callback',
    questions = ['drink'],
    basePath = '',
  } = options;
  const client = { clientId: 'test-client', clientSecret: crypto.randomUUID(), redirectUri };
  const sandbox = createSandbox({
    basePath,
    sellers: [{ id: 'seller-1' }],
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uri: redirectUri,
      },
    ],
    packets: [
      { id: 'coffee-survey', endlink_url: pageUrl },
      { id: DATA_PACKET_ID, client_id: client.clientId, questions },
    ],
  });
  return {
    ...sandbox,
    client,
    pushedAnswers: () => sandbox.answers({ packetId: DATA_PACKET_ID }),
  };
}
