import { startSandbox } from '../../driver.ts';
import { form } from '../console-driver.ts';

export const CHECK = '/sandbox/check';
export const SITE = 'https://survey.example';

/** A check that is opened, and what its page shows. */
export async function openCheck(
  url = `${SITE}/?t={{endlink_token}}`,
  expected = '',
  sandbox = startSandbox(),
) {
  const { call } = sandbox;
  const { headers } = await call(CHECK, form({ url, expected }));
  const path = headers.get('location') ?? '';
  const opened = await call(`${path}/open`, form({}));
  const landing = new URL(opened.headers.get('location') ?? '');
  const token = landing.searchParams.get('t') ?? '';
  return {
    ...{ ...sandbox, path, landing, token },
    hear: async (check: unknown) =>
      (await call(`${path}/messages`, form({ message: JSON.stringify(check) }))).status,
    answer: (fields: Record<string, string>) => call(`${path}/answers`, form(fields)),
    show: async () => String((await call(path)).body),
    /** The verdicts, by rule. */
    verdicts: async (): Promise<Record<string, string>> => {
      const rows = /id="verdict-([\w-]+)"\s+class="verdict"\s+data-verdict="([\w ]+)"/g;
      const { body } = await call(path);
      return Object.fromEntries(
        [...String(body).matchAll(rows)].map(([, rule, verdict]) => [rule, verdict] as const),
      ) as Record<string, string>;
    },
  };
}

/** The verdicts that failed. */
export const brokenIn = (verdicts: Record<string, string>) =>
  Object.keys(verdicts).filter((rule) => verdicts[rule] === 'failed');
