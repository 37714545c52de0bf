import type { Rule } from './rule.ts';
import { ENDLINK_RULES } from './rules/endlink-rules.ts';
import { PUSH_RULES } from './rules/push-rules.ts';
import { REFRESH_RULES } from './rules/refresh-rules.ts';
import { TOKEN_RULES } from './rules/token-rules.ts';

/** All rules. */
export const RULES: readonly Rule[] = [
  ...TOKEN_RULES,
  ...REFRESH_RULES,
  ...PUSH_RULES,
  ...ENDLINK_RULES,
];
