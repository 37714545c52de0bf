/**
 * Attacks `vaultlink serve` while an honest user works, and says what the user noticed and what the attacker got.
 *
 *     npm run test:attacks -- [--untimed] [TEXT]
 *
 * With TEXT, only attacks whose title has it. With `--untimed`, waiting times are printed and not judged, as on a busy machine. Ends with 1 where an attacker got anything, an honest user was not served, or waited more than
 * twice as long as without the attack in the slowest of a hundred calls.
 */
import { parseArgs } from 'node:util';
import { ATTACKS } from './attacks/attacks.ts';
import { missedGoals } from './attacks/goals.ts';
import { stageAttack } from './attacks/stage.ts';

const { values, positionals } = parseArgs({
  options: { untimed: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const isTimed = !values.untimed;
const [wanted = ''] = positionals;
const attacks = ATTACKS.filter(({ title }) => title.toLowerCase().includes(wanted.toLowerCase()));
if (!attacks.length) {
  console.error(`No attack has "${wanted}" in its title. There are:`);
  for (const { title } of ATTACKS) console.error(`  ${title}`);
  process.exit(2);
}

let failed = 0;
for (const [index, attack] of attacks.entries()) {
  console.log(`\n${index + 1} of ${attacks.length}: ${attack.title}`);
  const result = await stageAttack(attack, isTimed);
  const { quiet, attacked } = result;
  const waits = (kind: 'session' | 'push') =>
    `p99 of a ${kind} ${quiet[kind].toFixed(1)} ms quiet, ${attacked[kind].toFixed(1)} ms attacked (${(attacked[kind] / quiet[kind]).toFixed(1)} times)`;
  console.log(
    `  honest users: ${result.failures.length} not served; ${waits('session')}; ${waits('push')}`,
  );
  console.log(`  the attacker got: ${result.gains.join(' ') || 'nothing'}`);
  const missed = missedGoals(result, isTimed);
  for (const sentence of missed) console.log(`  MISSED: ${sentence}`);
  failed += Number(missed.length > 0);
}
console.log(`\n${attacks.length - failed} attacks withstood, ${failed} not`);
process.exitCode = failed ? 1 : 0;
