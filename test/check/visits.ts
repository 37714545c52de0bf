import assert from 'node:assert/strict';
import { judge } from '../../src/check/index.ts';
import type {
  CauseId,
  Expectation,
  Observations,
  SeenPage,
  SeenPart,
  TokenRequest,
  VerdictId,
} from '../../src/check/index.ts';
import type { Verdict } from '../../src/findings/index.ts';
import { pageFactsOf } from '../support/self-check.ts';

export const OWN = 'https://survey.example';

export const page = (path: string, facts: Partial<SeenPage> = {}): SeenPage =>
  pageFactsOf(OWN + path, facts);

export const WITHOUT_TAG = { tagCount: 0, hasEngine: false, hasToken: false } as const;

/** A visit that is right, with changes. */
export const visit = (changes: Partial<Observations> = {}): Observations => ({
  landing: { status: 200 },
  pages: [
    page('/', { hasLanded: true }),
    page('/end', { state: 'confirmed', outcome: 'complete', status: 200 }),
  ],
  reports: [
    {
      outcome: 'complete',
      way: 'fetch',
      status: 200,
      atMs: 2000,
      address: 'https://service.example/api/v3/endlinks/complete',
    },
  ],
  services: [{ origin: 'https://service.example', reach: 'reached', isLocal: false }],
  tokenRequests: [],
  parts: [],
  ...changes,
});

/** The landing page of a visit that is right, with changes. */
export const landed = (facts: Partial<SeenPage> = {}) => page('/', { hasLanded: true, ...facts });

/** A visit whose landing page is changed; the page after it has the token or not, as the landing page. */
export const landedWith = (facts: Partial<SeenPage>, changes: Partial<Observations> = {}) =>
  visit({ pages: [landed(facts), page('/end', { hasToken: facts.hasToken ?? true })], ...changes });

export const part = (changes: Partial<SeenPart> = {}): SeenPart => ({
  file: 'vaultlink-token.js',
  address: `${OWN}/vaultlink-token.js`,
  status: 200,
  contentType: 'text/javascript; charset=utf-8',
  isCrossOrigin: false,
  allowOrigin: '',
  ...changes,
});

export const request = (changes: Partial<TokenRequest> = {}): TokenRequest => ({
  address: 'https://stats.example/collect',
  place: 'address',
  kind: 'other',
  from: OWN,
  ...changes,
});

export const brokenVerdicts = (seen: Observations) =>
  judge(seen)
    .filter(({ verdict }) => verdict === 'failed')
    .map(({ id }) => id);

/** Asserts which cause a visit has under a verdict, and that no other verdict is a no. */
export function assertCause(
  seen: Observations,
  verdict: VerdictId,
  cause: CauseId,
  sentence: RegExp,
  expectation?: Expectation,
): void {
  const findings = judge(seen, expectation);
  const finding = findings.find(({ id }) => id === verdict);
  assert.equal(finding?.causeId, cause, JSON.stringify(findings));
  assert.match(finding.cause, sentence);
  assert.doesNotMatch(finding.cause + finding.remedy.join(), /(?<!\{)\{\w+\}(?!\})/);
  const broken = findings.filter((one) => one.verdict === 'failed').map(({ id }) => id);
  assert.deepEqual(broken, finding.verdict === 'failed' ? [verdict] : []);
}

export function assertVerdict(
  seen: Observations,
  id: VerdictId,
  verdict: Verdict,
  cause: RegExp,
): void {
  const finding = judge(seen).find((one) => one.id === id);
  assert.equal(finding?.verdict, verdict, JSON.stringify(finding));
  assert.match(finding.cause, cause);
  assert.equal(finding.remedy.length > 0, verdict === 'failed' || verdict === 'warning');
}
