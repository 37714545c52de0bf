import { Hono } from 'hono';
import { Refused } from '../../actions/refused.ts';
import {
  addFault,
  releaseRequests,
  removeFault,
  reset,
  setClock,
  setSettings,
} from '../../actions/tester-acts.ts';
import { beginSituation, endSituation } from '../../actions/situations.ts';
import { undoably } from '../../actions/undo.ts';
import type { SandboxCore } from '../../core/core.ts';
import { fieldsOf } from '../../service/http/read-request.ts';
import { seeOther } from '../../service/http/reply.ts';
import { LAB_PATH } from '../../service/pages/console-path.ts';
import { messagePage } from '../../service/pages/message-page.ts';
import { mistakesIn } from '../fields.ts';
import { labPage } from './lab-page.ts';
import { allSettings } from './settings-part.ts';

/** Creates the routes of the page with the clock, faults, switches and replies, and of its forms. */
export function labRoutes(core: SandboxCore): Hono {
  const app = new Hono();

  const lab = (part = '') => seeOther(core.address(LAB_PATH + part));

  /** Shows the page again with the mistakes of a refused form. */
  const refusedForm = (form: string, values: Record<string, string>, refused: Refused) =>
    labPage(core, { draft: { form, values, mistakes: mistakesIn(refused, values) } });

  app.get(LAB_PATH, ({ req }) => labPage(core, { q: req.query('q')?.trim() ?? '' }));

  app.post(`${LAB_PATH}/situations`, async (context) => {
    const { begin = '', end } = await fieldsOf(context);
    const result = end === undefined ? beginSituation(core, begin) : endSituation(core, end);
    if (!(result instanceof Refused)) return lab();
    return messagePage(core, 404, 'There is no such situation', result.messages, 'bad', {
      label: 'Back to the lab',
      path: LAB_PATH,
    });
  });

  app.post(`${LAB_PATH}/clock`, async (context) => {
    const { amount = '', unit = '', ...fields } = await fieldsOf(context);
    const { frozen, now } = fields;
    if (frozen !== undefined) {
      setClock(core, { frozen: frozen === 'true' });
      return lab();
    }
    if (now !== undefined) {
      const atMs = Date.parse(`${now}Z`);
      const time = Number.isNaN(atMs) ? now : new Date(atMs).toISOString();
      const result = setClock(core, { now: time });
      return result instanceof Refused ? refusedForm('clock-to', fields, result) : lab();
    }
    const result = setClock(core, { advance_seconds: numberIn(amount) * numberIn(unit) });
    if (!(result instanceof Refused)) return lab();
    const { advance_seconds = '' } = mistakesIn(result, { advance_seconds: amount });
    const mistakes = { amount: advance_seconds };
    return labPage(core, { draft: { form: 'clock-by', values: { amount, unit }, mistakes } });
  });

  app.post(`${LAB_PATH}/faults`, async (context) => {
    const values = await fieldsOf(context);
    const fault = addFault(core, faultIn(values));
    return fault instanceof Refused ? refusedForm('fault', values, fault) : lab();
  });

  app.post(`${LAB_PATH}/faults/remove`, async (context) => {
    removeFault(core, (await fieldsOf(context)).id ?? '');
    return lab();
  });

  app.post(`${LAB_PATH}/faults/release`, () => {
    releaseRequests(core);
    return lab();
  });

  app.post(`${LAB_PATH}/switches`, async (context) => {
    const values = await fieldsOf(context);
    const named = allSettings(core).flatMap(({ name, default: initial }): [string, unknown][] =>
      values[name] === undefined ? [] : [[name, valueOf(values[name].trim(), initial)]],
    );
    const result = setSettings(core, settingsIn(named));
    return result instanceof Refused ? refusedForm('switches', values, result) : lab('#switches');
  });

  app.post(`${LAB_PATH}/switches/reset`, async (context) => {
    const { reset } = await fieldsOf(context);
    const all = allSettings(core).map(({ name, default: initial }) => [name, initial] as const);
    const one = all.filter(([name]) => name === reset);
    setSettings(core, settingsIn(one.length ? one : all));
    return lab('#switches');
  });

  app.post(`${LAB_PATH}/reset`, () => {
    undoably(core, 'Started over', () => reset(core, { keep_packets: true }));
    return lab();
  });

  return app;
}

/** Returns switches and parts of replies by the names of their fields. */
function settingsIn(named: readonly (readonly [string, unknown])[]) {
  const behaviour: Record<string, unknown> = {};
  const replies: Record<string, Record<string, unknown>> = {};
  for (const [name, value] of named) {
    const [reason = '', part] = name.split('.');
    if (part === undefined) behaviour[name] = value;
    else (replies[reason] ??= {})[part] = value;
  }
  return { behaviour, replies };
}

/** Turns the texts of the form into a fault. Leaves empty ones out. */
function faultIn(values: Readonly<Record<string, string>>): Record<string, unknown> {
  const { kind, status = '', delay_ms = '', rate = '', times = '', processed } = values;
  const where = ['path', 'method', 'outcome', 'client_id', 'seller_id'].flatMap(
    (name): [string, string][] => {
      const text = values[name]?.trim();
      return text ? [[name, text]] : [];
    },
  );
  return {
    kind,
    ...(Object.fromEntries(where) as Record<string, string>),
    ...(kind === 'status' && { status: numberIn(status) }),
    ...((delay_ms || kind === 'delay') && { delay_ms: numberIn(delay_ms) }),
    ...(rate && { rate: numberIn(rate) / 100 }),
    times: times.trim() ? numberIn(times) : null,
    ...(processed && { processed: true }),
  };
}

/** Reads the text of a field in the type of its default. */
function valueOf(text: string, initial: unknown): unknown {
  if (typeof initial === 'boolean') return text === 'true';
  if (typeof initial === 'number') return numberIn(text);
  if (typeof initial !== 'object') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const numberIn = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));
