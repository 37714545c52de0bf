/** Pages of the buyer. */
export const BUYER_PATHS = [
  '/',
  '/inside',
  '/survey',
  '/survey/habits',
  '/survey/last',
  '/survey/thanks',
  '/survey/not-a-match',
  '/survey/not-accepted',
  '/travel',
  '/travel/finish',
  '/tasting',
  '/parcel',
  '/parcel/finish',
  '/cooking',
  '/breakfast',
  '/reading',
  '/reading/questions',
  '/reading/thanks',
  '/garden',
  '/garden/thanks',
  '/music',
  '/music/result',
  '/sleep',
  '/sleep/question',
  '/sleep/thanks',
];

/** What is at an address. */
export async function pageAt(url: string) {
  const response = await fetch(url);
  const policy = response.headers.get('content-security-policy') ?? '';
  return { status: response.status, policy, text: await response.text() };
}

/** The nonce that a policy names. */
export const nonceOf = (policy: string) => /script-src 'nonce-([\w-]+)'/.exec(policy)?.[1] ?? '';

/** Posts answers as a form does, without following where they lead. */
export const answer = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
