import { redacted } from '../../bff/operating.ts';
import type { CheckResult } from '../../findings/index.ts';
import type { ServeSettings } from '../config/environment.ts';
import { parseRedisAddress } from '../config/redis-address.ts';

/** Returns a function that removes secrets and control characters from a result, in case a service or a driver has put them there. */
export function createRedactor(settings: ServeSettings): (result: CheckResult) => CheckResult {
  const secrets = secretsOf(settings);
  const clean = (text: string) => redacted(text, secrets).replace(/[\x00-\x1f\x7f-\x9f]+/g, ' ');
  return ({ verdict, cause, remedy }) => ({
    verdict,
    cause: clean(cause),
    remedy: remedy.map(clean),
  });
}

function secretsOf({ bff, store, outbox }: ServeSettings): string[] {
  const passwords = [store, outbox].flatMap((one) =>
    one && 'url' in one ? passwordsOf(one.url) : [],
  );
  return [
    bff.client.clientSecret,
    ...bff.keys.map(({ key }) => key),
    ...passwords,
    ...passwords.map(decoded),
  ];
}

/** Returns the passwords in the URL of a store, in their encoded form too. */
function passwordsOf(url: string): string[] {
  const address = parseRedisAddress(url);
  if (!address || address.kind === 'single') {
    return URL.canParse(url) ? [new URL(url).password] : [];
  }
  const { password = '', sentinelPassword = '' } = address;
  return [password, sentinelPassword].flatMap((one) => [one, encodeURIComponent(one)]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
