/**
 * A marketplace to test with: one seller, one endlink to your page and one packet to push into. It needs the libraries of the sandbox, which the page
 * about the sandbox names.
 *
 * @module
 */
import type { Outcome } from '../protocol/endlink.ts';
import { createSandbox } from '../sandbox/index.ts';
import type { Sandbox, SellersPacketState } from '../sandbox/index.ts';

/** What is for sale. */
export interface TestSandboxOptions {
  /** Where the endlink leads, with variables in double curly braces or without. Default: `https://survey.example/`. @see interface §2.5 */
  pageUrl?: string | undefined;
  /** Redirect URI of the client. Default: `https://survey.example/vault/callback`. */
  redirectUri?: string | undefined;
  /** The questions of the packet `coffee-profile`. Default: `drink`. */
  questions?: readonly string[] | undefined;
}

/** An endlink that the seller has opened. */
export interface OpenedEndlink {
  /** The landing URL with the token. */
  url: string;
  token: string;
  sellerId: string;
  interactionId: string;
}

/** A sandbox with a seller. */
export interface TestSandbox extends Sandbox {
  /** The variables of `vaultlink serve`, or the options of `createVaultBff`, need these. */
  readonly client: { clientId: string; clientSecret: string; redirectUri: string };
  /** The seller opens the endlink: a new token each time. */
  openEndlink(): Promise<OpenedEndlink>;
  /** How the seller's packet stands. `undefined`: the endlink was never opened. */
  sellersPacket(): Promise<{ state: SellersPacketState; outcome: Outcome | null } | undefined>;
  /** What was pushed into the seller's vault: the answers of `coffee-profile`. */
  pushedAnswers(): Promise<Record<string, string | null> | undefined>;
}

const SELLER_ID = 'seller-1';
const ENDLINK_PACKET_ID = 'coffee-survey';
const DATA_PACKET_ID = 'coffee-profile';
const CLIENT_ID = 'test-client';

/** What `GET /sandbox/state` has of it. */
interface State {
  sellers_packets: { packet_id: string; state: SellersPacketState; outcome: Outcome | null }[];
  vaults: { seller_id: string; packets: VaultPacket[] }[];
}
interface VaultPacket {
  sellers_packet: { packet_id: string };
  answers: Record<string, string | null>;
}

/**
 * Creates a marketplace with one seller. Serve its `fetch`, or hand it to what intercepts requests in your tests.
 *
 * @example
 * const sandbox = createTestSandbox({ pageUrl: 'http://localhost:5173/' });
 * const { url } = await sandbox.openEndlink();
 * await page.goto(url);
 * expect(await sandbox.sellersPacket()).toEqual({ state: 'published', outcome: 'complete' });
 */
export function createTestSandbox({
  pageUrl = 'https://survey.example/',
  redirectUri = 'https://survey.example/vault/callback',
  questions = ['drink'],
}: TestSandboxOptions = {}): TestSandbox {
  const clientSecret = crypto.randomUUID();
  const sandbox = createSandbox({
    sellers: [{ id: SELLER_ID }],
    clients: [{ client_id: CLIENT_ID, client_secret: clientSecret, redirect_uri: redirectUri }],
    packets: [
      { id: ENDLINK_PACKET_ID, endlink_url: pageUrl },
      { id: DATA_PACKET_ID, client_id: CLIENT_ID, questions },
    ],
  });

  const call = async (path: string, init?: RequestInit): Promise<unknown> => {
    const answer = await sandbox.fetch(new Request(`http://127.0.0.1/sandbox/${path}`, init));
    if (!answer.ok)
      throw new Error(`The sandbox answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const state = () => call('state') as Promise<State>;

  return {
    ...sandbox,
    client: { clientId: CLIENT_ID, clientSecret, redirectUri },
    async openEndlink() {
      const body = JSON.stringify({ packet_id: ENDLINK_PACKET_ID, seller_id: SELLER_ID });
      const opened = (await call('endlinks', { method: 'POST', body })) as {
        url: string;
        token: string;
        seller_id: string;
        interaction_id: string;
      };
      const { url, token, seller_id, interaction_id } = opened;
      return { url, token, sellerId: seller_id, interactionId: interaction_id };
    },
    async sellersPacket() {
      const { sellers_packets } = await state();
      const found = sellers_packets.find(({ packet_id }) => packet_id === ENDLINK_PACKET_ID);
      return found && { state: found.state, outcome: found.outcome };
    },
    async pushedAnswers() {
      const { vaults } = await state();
      const vault = vaults.find(({ seller_id }) => seller_id === SELLER_ID);
      return vault?.packets.find(
        ({ sellers_packet }) => sellers_packet.packet_id === DATA_PACKET_ID,
      )?.answers;
    },
  };
}
