import { randomBytes } from 'node:crypto';
import type { ClientOptions } from 'vaultlink/bff';
import type { ClientSeed, PacketSeed } from 'vaultlink/sandbox';
import type { Addresses } from './addresses.ts';
import { CLUB_PACKET_ID } from './club/site.ts';
import { PANEL_PACKET_ID } from './panel/site.ts';
import { QUESTIONS } from './site/vault-form.ts';

/** OAuth clients of the demo. Each start has new secrets. */
export interface DemoClients {
  panel: ClientOptions;
  club: ClientOptions;
}

const newSecret = () => randomBytes(24).toString('base64url');

/** Creates the OAuth clients that the buyers registered. @see interface §2.1 */
export const demoClients = ({ panel, club }: Pick<Addresses, 'panel' | 'club'>): DemoClients => ({
  panel: {
    clientId: 'larkfield-panel',
    clientSecret: newSecret(),
    redirectUri: `${panel}/vault/callback`,
  },
  club: {
    clientId: 'tastewell-club',
    clientSecret: newSecret(),
    redirectUri: `${club}/profile`,
  },
});

/** Returns the clients in the form of the sandbox. */
export const clientSeeds = ({ panel, club }: DemoClients): ClientSeed[] => [
  seedOf(panel, 'Larkfield Panel'),
  seedOf(club, 'Tastewell Club'),
];

const seedOf = (client: ClientOptions, name: string): ClientSeed => ({
  client_id: client.clientId,
  client_secret: client.clientSecret,
  redirect_uri: client.redirectUri,
  name,
});

/** Returns the packets that the pages of the clients push into. */
export const dataPackets = ({ panel, club }: DemoClients): PacketSeed[] => [
  {
    id: PANEL_PACKET_ID,
    name: 'Your coffee and tea',
    client_id: panel.clientId,
    questions: QUESTIONS,
  },
  {
    id: CLUB_PACKET_ID,
    name: 'Your taste',
    client_id: club.clientId,
    questions: QUESTIONS,
  },
];
