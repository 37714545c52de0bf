import { z } from 'zod/v4';
import { CONSOLE_CAUSES } from '../../../check/index.ts';
import type { SelfCheck } from '../../../check/index.ts';

const MAX_ITEMS = 200;

const text = z.string().max(4000);
const texts = z.array(text).max(MAX_ITEMS).readonly();

/** Schema of the origin and path of a page. The console shows it, so it must not hold anything else. */
const address = text.refine((value) => {
  if (!URL.canParse(value)) return false;
  const { protocol, origin, pathname } = new URL(value);
  return /^https?:$/.test(protocol) && value === origin + pathname;
}, 'must be origin and path of a page');

const count = z.number().int().min(0).max(1e6);

const page = z.object({
  address,
  hasLanded: z.boolean(),
  isTokenInAddress: z.boolean(),
  isRead: z.boolean(),
  tagCount: count,
  hasEngine: z.boolean(),
  scriptsBefore: texts,
  hasToken: z.boolean(),
  storage: z.enum(['sessionStorage', 'memory']).optional(),
  isFramed: z.boolean(),
  isScrubOff: z.boolean(),
  isDryRun: z.boolean(),
  carry: text,
  via: text,
  state: text,
  outcome: text.optional(),
  status: z.number().optional(),
  problems: z
    .array(z.object({ cause: z.enum(CONSOLE_CAUSES), sentence: text }))
    .max(MAX_ITEMS)
    .readonly(),
  blocked: texts,
});

const selfCheck = z.object({
  version: z.literal(1),
  page,
  tokenParam: text,
  hasPlaceholder: z.boolean(),
  ageSeconds: z.number().optional(),
  openedAtMs: z.number(),
  isReload: z.boolean(),
  parameters: texts,
  isFirstInTab: z.boolean(),
  cameFrom: address.optional(),
  isTagAfterInput: z.boolean(),
  hops: count,
  frame: z.enum(['no', 'same origin', 'other origin']),
  isFetchReplaced: z.boolean().optional(),
  policies: texts,
  recipients: z
    .array(z.object({ address, by: z.enum(['request', 'referrer']), isOwnOrigin: z.boolean() }))
    .max(MAX_ITEMS)
    .readonly(),
  parts: z
    .array(
      z.object({
        file: text.regex(/^vaultlink[\w-]*\.js$/),
        address,
        status: z.number().int(),
        contentType: text,
        isUsable: z.boolean(),
      }),
    )
    .max(MAX_ITEMS)
    .readonly(),
  answer: text.optional(),
}) satisfies z.ZodType<SelfCheck>;

/**
 * Reads the self-check of the tag. Any page may have sent it, so messages of another shape are refused, and the token of the visit is replaced in all
 * texts.
 *
 * @param json the message as it was sent
 * @returns the self-check; `undefined` if the message has another shape
 */
export function readSelfCheck(json: string, token: string): SelfCheck | undefined {
  const encoded = encodeURIComponent(token);
  const safe = [encodeURIComponent(encoded), encoded, token].reduce(
    (value, form) => value.replaceAll(form, '(token)'),
    json,
  );
  try {
    return selfCheck.safeParse(JSON.parse(safe)).data;
  } catch {
    return undefined;
  }
}
