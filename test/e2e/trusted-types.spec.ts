import { CONNECTED, PUSHED, reply } from '../browser/support/vault-page.ts';
import { expect, test } from './support/fixtures.ts';
import { consoleOf, expectState } from './support/seller.ts';
import { expectOneRequest } from './support/service.ts';
import { expectWithout } from './support/verdict.ts';

/** A strict policy. @param allowed names of the policies of Trusted Types that a page may create */
const strictPolicy = (service: string, buyer: string, allowed: string) =>
  [
    "default-src 'none'",
    "script-src 'nonce-r4nd0m'",
    `connect-src 'self' ${service}`,
    `img-src ${buyer}/favicon.ico`,
    "require-trusted-types-for 'script'",
    `trusted-types ${allowed}`,
  ].join('; ');

/** What a page allows under Trusted Types, what its own script has done before the tag, and why the policy of lit-html cannot be made after it. */
const PAGES = {
  'allows no policy of Trusted Types': { allowed: "'none'", script: '', refusal: 'disallowed' },
  'has a policy with the name of lit-html': {
    allowed: 'lit-html',
    script: "trustedTypes.createPolicy('lit-html', { createHTML: (text) => text });",
    refusal: 'already exists',
  },
};

for (const [name, { allowed, script, refusal }] of Object.entries(PAGES)) {
  // Older versions of the other engines have no Trusted Types.
  const options = { tag: '@chromium' };
  test(
    `all three elements work on a page that ${name}`,
    options,
    async ({ page, service, buyer }) => {
      const lines = consoleOf(page);
      buyer.page('/landing', {
        tag: { nonce: 'r4nd0m' },
        before: `<script nonce="r4nd0m">
        violations = [];
        addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective));
        ${script}
      </script>`,
        body: `<endlink-finish outcome="complete"></endlink-finish>
        <div lang="de"><vault-connect></vault-connect></div>
        <vault-push packet-id="p1"><form><input name="drink" value="tea"> <button>Save</button></form></vault-push>`,
        headers: {
          'content-security-policy': strictPolicy(service.origin, buyer.origin, allowed),
        },
      });
      for (const [path, answer] of Object.entries({ session: CONNECTED, push: PUSHED }))
        buyer.handle(path === 'push' ? '/vault/packets' : '/vault/session', () => reply(answer));

      const endlink = await service.issue(buyer.url('/landing'));
      await page.goto(endlink.url);
      await expect(page.getByText('has been recorded.')).toBeVisible();
      await expectOneRequest(service, endlink, 'complete');
      await expect(page.getByText('Ihr Tresor ist verbunden.')).toBeVisible();
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Your answers are saved in your vault.')).toBeVisible();
      expect(await page.evaluate('violations')).toEqual([]);
      expect(lines).toEqual([]);

      // A module that made the policy of lit-html would fail here.
      const makePolicy = () => page.evaluate("trustedTypes.createPolicy('lit-html', {})");
      await expect(makePolicy()).rejects.toThrow(refusal);
    },
  );
}

test('a tag that a tag manager adds after load, without attributes, reports under such a policy', async ({
  page,
  service,
  buyer,
}) => {
  const surroundings = {
    tag: false,
    after: `<script nonce="r4nd0m">
      vaultlinkConfig = { baseUrl: '${service.origin}' };
      const policy = window.trustedTypes?.createPolicy('tag-manager', { createScriptURL: (url) => url });
      addEventListener('load', () => setTimeout(() => {
        const tag = document.createElement('script');
        tag.nonce = 'r4nd0m';
        tag.src = policy?.createScriptURL('/vaultlink.js') ?? '/vaultlink.js';
        document.head.append(tag);
      }));
    </script>`,
    headers: {
      'content-security-policy': strictPolicy(service.origin, buyer.origin, 'tag-manager'),
    },
  } as const;
  buyer.page('/landing', { ...surroundings, body: '<a href="/finish">Next</a>' });
  const body = '<endlink-finish outcome="complete"></endlink-finish>';
  buyer.page('/finish', { ...surroundings, body });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await expectState(page, 'waiting');
  expectWithout(endlink.token, [await page.evaluate(() => location.href)]);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.getByRole('status')).toContainText('has been recorded.');
  await expectOneRequest(service, endlink, 'complete');
});
