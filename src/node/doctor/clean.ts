import { redacted } from '../../bff/service/request.ts';
import type { ServeSettings } from '../environment.ts';
import type { Finding } from './check.ts';

/** Takes out of a finding what a service or a driver may have put there: secrets, and what a terminal would obey. */
export function createCleaner(settings: ServeSettings): (finding: Finding) => Finding {
  const secrets = secretsOf(settings);
  const clean = (text: string) => redacted(text, secrets).replace(/[\x00-\x1f\x7f-\x9f]+/g, ' ');
  return ({ mark, saw, advice }) => ({ mark, saw: clean(saw), advice: advice.map(clean) });
}

function secretsOf({ bff, store }: ServeSettings): string[] {
  const urls = Object.values(store).filter((value) => URL.canParse(value));
  const passwords = urls.map((url) => new URL(url).password);
  return [
    bff.client.clientSecret,
    ...bff.keys.map(({ key }) => key),
    ...passwords,
    ...passwords.map(decoded),
  ];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
