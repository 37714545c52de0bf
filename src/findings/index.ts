/**
 * Holds the finding of a check, and its forms as text, JSON and JUnit XML. Pure: the commands, the console and the site share it.
 *
 * @module
 */
export { countVerdicts, failed, fullTitle, isOk, notChecked, ok, warning } from './finding.ts';
export type { Finding, CheckResult, Verdict } from './finding.ts';
export { formatFinding, formatJson, formatJUnit, formatSummary } from './forms.ts';
export { wrap } from './wrap.ts';
