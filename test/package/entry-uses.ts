/**
 * Uses of each entry of the package, right ones and wrong ones, for a program that imports no other entry.
 *
 * @module
 */

/** Uses of the events of the endlink, and of the union of states that is their detail. */
const ENDLINK_EVENTS = `
  document.addEventListener('endlink-confirmed', (event) => {
    const state: string = event.detail.state;
    const at: number | undefined = event.detail.capturedAtMs;
    // @ts-expect-error the detail of the event has a type
    event.detail.nothing;
    if (event.detail.state === 'waiting') {
      const outcome: undefined = event.detail.outcome;
      return [outcome];
    }
    if (event.detail.state === 'confirmed') {
      const outcome: 'complete' | 'fail' | 'quota_full' | 'screenout' = event.detail.outcome;
      return [outcome];
    }
    return [state, at];
  });
  document.addEventListener('endlink-missing', ({ detail }) => {
    switch (detail.state) {
      case 'waiting': case 'missing': case 'expired':
        const none: undefined = detail.outcome ?? detail.status;
        // @ts-expect-error there is no outcome yet
        return [none, detail.outcome.length];
      case 'reporting': case 'accepted': case 'confirmed': case 'rejected': case 'unknown':
        // @ts-expect-error only a token that waits expires
        return [detail.outcome.length, detail.isExpiring.valueOf()];
      default:
        const never: never = detail;
        return never;
    }
  });
  document.body.addEventListener('endlink-reporting', (event) => event.detail.state);
  // @ts-expect-error the event is none of text
  window.addEventListener('endlink-expiring', (event: CustomEvent<string>) => event.detail);`;

/** Uses of the events of the vault. */
const VAULT_EVENTS = `
  document.addEventListener('vault-pushed', (event) => {
    // @ts-expect-error the detail of the event has a type
    event.detail.nothing;
  });
  document.addEventListener('vault-push-failed', (event) => {
    const code: string = event.detail.error;
    return code;
  });
  // @ts-expect-error the event is none of numbers
  document.body.addEventListener('vault-connected', (event: CustomEvent<number>) => event.detail);`;

const EVENTS = ENDLINK_EVENTS + VAULT_EVENTS;

/** Uses of the states that a framework follows. */
const usesOfHooks = (endlink: string, connection: string) => `
  const endlink = ${endlink};
  if (endlink.state === 'missing') {
    const none: undefined = endlink.outcome;
    void none;
  }
  // @ts-expect-error no such state
  void (endlink.state === 'finished');
  // @ts-expect-error no such state
  void (${connection}.state === 'online');${EVENTS}`;

/** What a program does with one entry that it imports alone. */
export interface EntryUse {
  /** Names that are imported. Default: none, as a page imports an element. */
  names?: string;
  code: string;
  /** Runs in Node.js. Default: in a page, without the types of Node.js. */
  isOfServer?: true;
}

const ofServer = (names: string, code: string): EntryUse => ({ names, code, isOfServer: true });

/** Uses of each entry that has types. */
export const ENTRY_USES: Record<string, EntryUse> = {
  elements: { code: EVENTS },
  'elements/endlink-finish': { code: ENDLINK_EVENTS },
  'elements/vault-connect': { code: VAULT_EVENTS },
  'elements/vault-push': { code: VAULT_EVENTS },
  endlink: { code: ENDLINK_EVENTS },
  vault: { code: VAULT_EVENTS },
  testing: { code: EVENTS },
  react: {
    names: 'useEndlink, useVault',
    code: usesOfHooks('useEndlink()', 'useVault()'),
  },
  vue: {
    names: 'useEndlink, useVault',
    code: usesOfHooks('useEndlink().value', 'useVault().value'),
  },
  svelte: {
    names: 'endlink as store, vault, type SvelteElements',
    code: `${EVENTS}
      store.subscribe(({ state }) => state === 'waiting');
      // @ts-expect-error no such state
      vault().subscribe(({ state }) => state === 'online');
      // @ts-expect-error no such outcome
      export const props: SvelteElements['endlink-finish'] = { outcome: 'completed' };`,
  },
  angular: {
    names: 'injectEndlink, injectVault',
    code: usesOfHooks('injectEndlink()()', 'injectVault()()'),
  },
  preact: {
    names: 'type PreactElements',
    code: `${EVENTS}
      // @ts-expect-error no such outcome
      export const props: PreactElements['endlink-finish'] = { outcome: 'completed' };`,
  },
  solid: {
    names: 'type SolidElements',
    code: `${EVENTS}
      // @ts-expect-error no such outcome
      export const props: SolidElements['endlink-finish'] = { outcome: 'completed' };`,
  },
  'solid-2': {
    names: 'type Solid2Elements',
    code: `${EVENTS}
      // @ts-expect-error no such outcome
      export const props: Solid2Elements['endlink-finish'] = { outcome: 'completed' };`,
  },
  protocol: {
    names: 'isOutcome, outcomeUrl',
    code: `
      export const isText: boolean = isOutcome('complete');
      // @ts-expect-error an outcome is a text
      outcomeUrl('https://service.example', 'token', 1);`,
  },
  bff: ofServer(
    'createVaultBff, memoryStore',
    `memoryStore({ now: () => 1 });
    // @ts-expect-error options are missing
    createVaultBff({});`,
  ),
  'bff/sqlite': ofServer(
    'sqliteStore',
    `sqliteStore('grants.db');
    // @ts-expect-error no path
    sqliteStore(1);`,
  ),
  'bff/redis': ofServer(
    'redisStore',
    `// @ts-expect-error no client
    redisStore('redis://127.0.0.1');`,
  ),
  'bff/postgres': ofServer(
    'postgresStore',
    `// @ts-expect-error no client
    postgresStore('postgres://127.0.0.1');`,
  ),
  'bff/opentelemetry': ofServer(
    'openTelemetry',
    `openTelemetry();
    // @ts-expect-error no provider
    openTelemetry({ meterProvider: 'default' });`,
  ),
  node: ofServer(
    'listen',
    `void listen(() => new Response('x'), { port: 0 });
    // @ts-expect-error the answer is a response
    void listen(() => 'x');`,
  ),
  sandbox: ofServer(
    'createSandbox',
    `createSandbox();
    // @ts-expect-error no option
    createSandbox({ port: 'any' });`,
  ),
  'testing/sandbox': ofServer(
    'createTestSandbox',
    `createTestSandbox({ questions: ['drink'] });
    // @ts-expect-error no list
    createTestSandbox({ questions: 'drink' });`,
  ),
  'testing/playwright': ofServer(
    'expect, test',
    `test('a page', async ({ sandbox, page }) => {
      // @ts-expect-error no helper of the sandbox
      sandbox.nothing;
      await expect(page).toHaveTitle('A survey');
    });`,
  ),
  'testing/store': ofServer(
    'storeContract',
    `// @ts-expect-error no store
    storeContract(() => 1);`,
  ),
  'testing/vitest': ofServer(
    'sandboxFixtures',
    `sandboxFixtures({ basePath: '/x' });
    // @ts-expect-error no path
    sandboxFixtures({ basePath: 1 });`,
  ),
};
