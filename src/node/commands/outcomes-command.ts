import { writeFileSync } from 'node:fs';
import type { OutcomeRecord, VaultOutcomes } from '../../bff/index.ts';
import { isVaultError, VaultError } from '../../protocol/index.ts';
import { readEnvironment, type BackendSettings } from '../config/environment.ts';
import { countedAs } from '../counted.ts';
import { shownStateOf, STATE_WORDS } from '../outcomes/state-words.ts';
import { createPaint } from '../paint.ts';
import { assertReadableStore } from '../stores/kept-store.ts';
import { accessFile, ArgumentsError } from '../usage-error.ts';
import type { Command, CommandArguments } from './command.ts';
import { linePrinter, type CommandContext } from './context.ts';
import { daysOf, isChosen, limitOf, stateChoiceOf } from './outcomes-options.ts';

const USAGE = `Usage: vaultlink outcomes [--since DAY] [--until DAY] [--json] [--html FILE]
       vaultlink outcomes list [--state STATE] [--since DAY] [--until DAY]
                               [--reference WORD] [--limit N] [--json]
       vaultlink outcomes list --token (TOKEN | -) [--json]
       vaultlink outcomes retry ID [--json]

Shows what became of the outcomes that the backend has taken: from pages with
data-via="relay", and from bff.report() and bff.outcomes.report(). Without an action
it counts them by day and outcome. "list" shows each one, the latest first. "retry"
sends one of them now that is still on its way; write "-- ID" if the id begins with
"-".

  --since DAY        only those accepted on this day or later, in UTC, such as
                     2026-05-31 (default: 14 days for the counts, all for "list")
  --until DAY        only those accepted on this day or earlier, in UTC: it is the
                     last day that is shown (default: today)
  --state STATE      only those in this state: open (all on their way), waiting,
                     sending, unknown, confirmed, rejected, probably_recorded,
                     undelivered, refused; or the words of the table, such as
                     "not delivered"
  --reference WORD   only those whose reference contains this text
  --token TOKEN      only the one of this endlink token. With "-" the token is read
                     from the input, so that your shell does not remember it. If
                     it begins with "-", write --token=-AbC
  --limit N          at most N outcomes (default: all)
  --json             prints an object a line instead of text
  --html FILE        also writes a page with a plot of the days, what waits, and what
                     was not delivered and why. It contains references, but no token

It shows no token. The page "Look up an outcome" of the documentation explains each
state. The exit code is 0, or 1 if there is no outcome of this id or token, or
"retry" cannot send it now: it is no longer on its way, or a request is under way.
`;

/** `vaultlink outcomes` */
export const outcomes: Command = {
  synopsis: 'outcomes [list|retry]',
  summary: ['shows what became of each outcome, and which were', 'not delivered and why'],
  usage: USAGE,
  options: {
    since: { type: 'string' },
    until: { type: 'string' },
    state: { type: 'string' },
    reference: { type: 'string' },
    token: { type: 'string' },
    limit: { type: 'string' },
    json: { type: 'boolean' },
    html: { type: 'string' },
  },
  positionals: 2,
  async run({ values, positionals: [action = 'counts', id] }, context) {
    const act = actionOf(action, id, values);
    const settings = readEnvironment(context.env);
    assertReadableOutbox(settings);
    // Imported here, so that other commands do not load these modules.
    const { openBackend } = await import('../open-backend.ts');
    const backend = await openBackend(settings, { onKeyProblem: linePrinter(context.stderr) });
    try {
      return await act(backend.outcomes, context);
    } catch (error) {
      // The operator cannot correct this by other arguments.
      if (isVaultError(error) && error.code === 'store_unavailable') throw new Error(error.message);
      throw error;
    } finally {
      await backend.close();
    }
  },
};

type Values = CommandArguments['values'];

/** Runs an action. Resolves with the exit code. */
type Act = (outcomes: VaultOutcomes, context: CommandContext) => Promise<number>;

/** The options of each action. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  counts: ['since', 'until', 'json', 'html'],
  list: ['since', 'until', 'state', 'reference', 'token', 'limit', 'json'],
  retry: ['json'],
};

/** @throws ArgumentsError */
function actionOf(action: string, id: string | undefined, values: Values): Act {
  const allowed = Object.hasOwn(OPTIONS, action) ? OPTIONS[action] : undefined;
  if (!allowed)
    throw new ArgumentsError('Choose an action: list or retry, or none for the counts.');
  const other = Object.keys(values).find((name) => name !== 'env' && !allowed.includes(name));
  if (other !== undefined) {
    throw new ArgumentsError(
      `--${other} does not go with ${action === 'counts' ? 'the counts' : `"${action}"`}.`,
    );
  }
  if (action === 'retry' && id === undefined)
    throw new ArgumentsError('The id of the outcome is missing.');
  if (action !== 'retry' && id !== undefined)
    throw new ArgumentsError(`Unexpected argument "${id}".`);
  if (id !== undefined) return (outcomes, context) => retry(outcomes, id, values, context);
  if (action === 'counts') return countsOf(values);
  return values.token === undefined ? listOf(values) : findOf(values);
}

function countsOf(values: Values): Act {
  const period = daysOf(values);
  return async (outcomes, { stdout }) => {
    const { readCounts, readReport } = await import('../outcomes/read-outcomes.ts');
    const { countLines } = await import('../outcomes/outcome-text.ts');
    const asked = { atMs: Date.now(), ...period };
    const { html } = values;
    const print = linePrinter(stdout);
    const report = html === undefined ? undefined : await readReport(outcomes, asked);
    const { counts, days } = report ?? (await readCounts(outcomes, asked));
    if (report && typeof html === 'string') {
      const { outcomesPage } = await import('../outcomes/outcomes-page.ts');
      const page = await outcomesPage(report);
      // It contains references, which may name a person.
      accessFile('html', html, () => writeFileSync(html, page, { mode: 0o600 }));
    }
    if (values.json) for (const row of counts) print(JSON.stringify(row));
    else if (counts.length) print(countLines(counts, createPaint(stdout)).join('\n'));
    else print(`No outcome was accepted from ${days[0]} to ${days.at(-1)}.`);
    return 0;
  };
}

function listOf(values: Values): Act {
  const period = daysOf(values);
  const limit = limitOf(values);
  const choice = stateChoiceOf(values);
  const word = typeof values.reference === 'string' ? values.reference.toLowerCase() : undefined;
  const isWanted = (record: OutcomeRecord) =>
    isChosen(choice, record) &&
    (word === undefined || record.reference?.toLowerCase().includes(word));
  return async (outcomes, context) => {
    const { allOutcomes } = await import('../outcomes/read-outcomes.ts');
    const printer = await printerOf(values, context);
    let count = 0;
    for await (const record of allOutcomes(outcomes, { state: choice.state, ...period })) {
      if (!isWanted(record)) continue;
      printer.add(record);
      count += 1;
      if (count === limit) break;
    }
    printer.end(count);
    return 0;
  };
}

function findOf(values: Values): Act {
  const { token, since, until, state, reference, limit } = values;
  if (typeof token !== 'string') throw new ArgumentsError('The token is missing.');
  if ([since, until, state, reference, limit].some((one) => one !== undefined)) {
    throw new ArgumentsError('--token names one outcome, so no other filter goes with it.');
  }
  return async (outcomes, context) => {
    const given = token === '-' ? await textOf(context.stdin) : token;
    if (!given) throw new ArgumentsError('The token is empty.');
    const record = await outcomes.find({ token: given });
    if (!record) {
      linePrinter(context.stderr)(
        'The backend knows no outcome of this token: no page has reported one to it, or it was deleted after VAULTLINK_OUTCOME_DAYS.',
      );
      return 1;
    }
    const printer = await printerOf(values, context);
    printer.add(record);
    printer.end(1);
    return 0;
  };
}

async function retry(
  outcomes: VaultOutcomes,
  id: string,
  { json }: Values,
  { stdout, stderr }: CommandContext,
): Promise<number> {
  const isRetried = await outcomes.retry(id);
  if (json) linePrinter(stdout)(JSON.stringify({ id, retried: isRetried }));
  else if (isRetried) {
    linePrinter(stdout)('The outcome is due now. A running backend sends it within a second.');
  } else {
    const record = await outcomes.find({ id });
    linePrinter(stderr)(record ? unsentReasonOf(record) : 'There is no outcome of this id.');
  }
  return isRetried ? 0 : 1;
}

const unsentReasonOf = (record: OutcomeRecord): string =>
  record.settledAtMs === undefined
    ? 'A request for it is under way. If its process has died, another one takes it over within about a minute.'
    : `It is not sent again. Its state is: ${STATE_WORDS[shownStateOf(record)].label}.`;

/** Returns a printer of outcomes. In text, it adds the reason below each one that the service has not confirmed. */
async function printerOf({ json }: Values, { stdout }: CommandContext) {
  const { OUTCOME_HEADING, outcomeJson, outcomeLine, reasonLines } =
    await import('../outcomes/outcome-text.ts');
  const print = linePrinter(stdout);
  const paint = createPaint(stdout);
  let isFirst = true;
  return {
    add(record: OutcomeRecord) {
      if (json) {
        print(JSON.stringify(outcomeJson(record)));
        return;
      }
      if (isFirst) print(paint('label', OUTCOME_HEADING));
      isFirst = false;
      print(outcomeLine(record));
      if (record.state !== 'confirmed') print(paint('label', reasonLines(record).join('\n')));
    },
    end(count: number) {
      if (!json) print(`${countedAs(count, 'outcome')}.`);
    },
  };
}

/** @throws VaultError `configuration_error` if the outcomes of `vaultlink serve` cannot be read from here */
function assertReadableOutbox({ store, outbox }: BackendSettings): void {
  if (outbox) assertReadableStore(outbox, 'VAULTLINK_OUTBOX');
  if (!outbox || store.kind !== 'memory') assertReadableStore(store);
  if (outbox || store.kind !== 'redis') return;
  const sentence =
    'Redis in VAULTLINK_STORE keeps no outcomes. Set VAULTLINK_OUTBOX to the store of the backend that keeps them.';
  throw new VaultError('configuration_error', sentence);
}

/** Reads a text to its end, without the line break that follows it. */
async function textOf(input: CommandContext['stdin']): Promise<string> {
  const chunks: string[] = [];
  const decoder = new TextDecoder();
  for await (const chunk of input) {
    chunks.push(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }));
  }
  return chunks.join('').trim();
}
