import type { PageFacts, SelfCheck } from '../../src/protocol/self-check.ts';

type Changes = Omit<Partial<SelfCheck>, 'page'> & { page?: Partial<SelfCheck['page']> };

/** The facts of a page that has captured the token, with changes. */
export const pageFactsOf = (address: string, changes: Partial<PageFacts> = {}): PageFacts => ({
  address,
  hasLanded: false,
  isTokenInAddress: false,
  isRead: true,
  tagCount: 1,
  hasEngine: true,
  scriptsBefore: [],
  hasToken: true,
  storage: 'sessionStorage',
  isFramed: false,
  isScrubOff: false,
  isDryRun: false,
  carry: '',
  via: 'fetch',
  state: 'waiting',
  problems: [],
  blocked: [],
  ...changes,
});

/** Creates the self-check of a page that has captured the token, with changes. */
export const selfCheckOf = (address: string, { page, ...changes }: Changes = {}): SelfCheck => ({
  version: 1,
  page: pageFactsOf(address, { hasLanded: new URL(address).pathname === '/', ...page }),
  tokenParam: 'service_endlink_token',
  hasPlaceholder: false,
  openedAtMs: 1,
  isReload: false,
  parameters: [],
  isFirstInTab: true,
  isTagAfterInput: false,
  hops: 0,
  frame: 'no',
  policies: [],
  recipients: [],
  parts: [],
  ...changes,
});
