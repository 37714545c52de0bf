/**
 * Which exports of an entry its page describes.
 *
 * @module
 */
import type { ExportEntry } from './source.ts';

/** What has a page of its own, by name. */
const ELSEWHERE: readonly (readonly [RegExp, string])[] = [
  [/^(EndlinkFinish|VaultConnect|VaultPush)(Element)?$/, '[Elements](elements.md)'],
  [
    /^(VaultBffOptions|ServiceOptions|ClientOptions|SealingKey|AnonymousCallsOptions)$/,
    '[Options of createVaultBff](backend-options.md)',
  ],
  [/^(TagOptions|EndlinkOptions|Vaultlink)$/, '[The script tag](../script-tag.md#settings)'],
  [/^Replies$/, '[Replies of the sandbox](../sandbox.md#replies)'],
];

/** Types that only an author of a store, a server or a transport needs. Editors show their docstrings. */
const OF_AUTHORS = [
  ...['Grant', 'Grants', 'NewPair', 'PauseGate', 'RouteRequest', 'RouteResponse', 'Secrets'],
  ...['Session', 'SessionState', 'sessionStateOf', 'StoreTest'],
];

/** What the elements and the backend use between them. */
const BETWEEN = [
  ...['CONNECT_CHANNEL', 'ConnectMessage', 'DENIED_PARAMETER', 'isConnectMessage'],
  'STATUS_OF_ERROR',
];

/** Small types whose fields say what they are, in an editor too. */
const PLAIN = [
  ...['ActiveFault', 'ClientSeed', 'ConnectionOrder', 'CountedBy', 'DeliveryTurn', 'EndlinkStart'],
  ...[
    'FakeReport',
    'MemoryStoreOptions',
    'NewClient',
    'OutcomePage',
    'RepliesUpdate',
    'SellerSeed',
    'StateListener',
    'ConnectionListener',
  ],
  ...['PacketSeed', 'PushBody', 'ResealSummary', 'SandboxFixtureDefinition', 'SandboxFixtures'],
  ...['SandboxSellersPacket', 'ServiceUrlMistake', 'SettledOutcome', 'StartedEndlink'],
  'TokenResponse',
];

const NOT_SHOWN = new Set([...OF_AUTHORS, ...BETWEEN, ...PLAIN]);

/** Events are on the page about the elements. */
const isShown = ({ name }: ExportEntry) => !NOT_SHOWN.has(name) && !name.endsWith('Event');

/** Members that only the elements call, by the names of their types. */
export const MEMBERS_NOT_SHOWN: Readonly<Record<string, RegExp>> = {
  VaultConnection: /^(mark\w+|fail|isByHook)$/,
};

/** Types for authors of which a guide speaks: the page describes them without their members. */
export const NOT_FOLLOWED = /^(Store|Outbox)$/;

/** A shape that has methods. */
export const hasMethods = ({ members }: ExportEntry) =>
  members.some(({ parameters }) => parameters);

/** Returns the page that has an export, if it is another one. */
export const elsewhere = (name: string) => ELSEWHERE.find(([pattern]) => pattern.test(name))?.[1];

const isType = ({ kind }: ExportEntry) => kind === 'interface' || kind === 'type';

/**
 * Returns the exports that a reader looks up: what is called, what is passed to it or comes back, with what its methods take. Editors show all others.
 */
export function lookedUp(exports: readonly ExportEntry[]): ReadonlySet<ExportEntry> {
  const found = new Set<ExportEntry>();
  const namedBy = ({ name, signature, members }: ExportEntry) => {
    if (NOT_FOLLOWED.test(name) || elsewhere(name)) return [];
    const text = [signature, ...members.map(({ type }) => type)].join(' ');
    return exports.filter((one) => new RegExp(`\\b${one.name}\\b`).test(text));
  };
  const add = (entry: ExportEntry) => {
    if (found.has(entry) || !isShown(entry)) return;
    found.add(entry);
    if (!isType(entry) || hasMethods(entry)) for (const one of namedBy(entry)) add(one);
  };
  for (const one of exports) if (!isType(one)) add(one);
  return found;
}
