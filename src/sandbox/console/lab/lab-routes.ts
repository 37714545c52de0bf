import { Hono } from 'hono';
import { z } from 'zod/v4';
import type { SandboxCore } from '../../control/core.ts';
import { faultOrder } from '../../control/faults/faults.ts';
import { repliesUpdate } from '../../service/behaviour/replies.ts';
import { behaviourUpdate } from '../../service/behaviour/switches.ts';
import { fieldsOf } from '../../service/http/form-fields.ts';
import { seeOther } from '../../service/http/reply.ts';
import { LAB_PATH } from '../../service/pages/console-path.ts';
import { mistakesIn } from '../fields.ts';
import { labPage } from './lab-page.ts';
import { allSettings } from './settings-part.ts';

const LONGEST_ADVANCE_SECONDS = 1e9;

const settingsUpdate = z.object({ behaviour: behaviourUpdate, replies: repliesUpdate });

/** Creates the routes of the page with the clock, faults, switches and replies, and of its forms. */
export function labRoutes(core: SandboxCore): Hono {
  const app = new Hono();
  const { clock, faults } = core;

  const done = () => {
    core.changed('state');
    return seeOther(core.address(LAB_PATH));
  };

  app.get(LAB_PATH, () => labPage(core));

  app.post(`${LAB_PATH}/clock`, async (context) => {
    const fields = await fieldsOf(context);
    const { frozen, now, amount = '', unit = '' } = fields;
    if (frozen !== undefined) {
      clock.setFrozen(frozen === 'true');
    } else if (now !== undefined) {
      const seconds = (Date.parse(`${now}Z`) - clock.nowMs()) / 1000;
      const mistake = mistakeOfAdvance(seconds, 'Enter a time after the present one.');
      if (mistake)
        return labPage(core, { form: 'clock-to', values: fields, mistakes: { now: mistake } });
      clock.advance(seconds);
    } else {
      const seconds = Number(amount) * Number(unit);
      const mistake = mistakeOfAdvance(seconds, 'Enter a number above 0.');
      if (mistake) {
        return labPage(core, { form: 'clock-by', values: fields, mistakes: { amount: mistake } });
      }
      clock.advance(seconds);
    }
    return done();
  });

  app.post(`${LAB_PATH}/faults`, async (context) => {
    const values = await fieldsOf(context);
    const order = faultOrder.safeParse(faultIn(values));
    if (!order.success) {
      return labPage(core, { form: 'fault', values, mistakes: mistakesIn(order.error, values) });
    }
    faults.add(order.data);
    return done();
  });

  app.post(`${LAB_PATH}/faults/remove`, async (context) => {
    faults.remove((await fieldsOf(context)).id ?? '');
    return done();
  });

  app.post(`${LAB_PATH}/faults/release`, () => {
    faults.release();
    return done();
  });

  app.post(`${LAB_PATH}/switches`, async (context) => {
    const values = await fieldsOf(context);
    const named = allSettings(core).flatMap(({ name, default: initial }): [string, unknown][] =>
      values[name] === undefined ? [] : [[name, valueOf(values[name].trim(), initial)]],
    );
    const mistakes = setAll(named);
    if (mistakes) {
      return labPage(core, { form: 'switches', values, mistakes: mistakesIn(mistakes, values) });
    }
    return seeOther(core.address(`${LAB_PATH}#switches`));
  });

  app.post(`${LAB_PATH}/switches/reset`, async (context) => {
    const { reset } = await fieldsOf(context);
    const all = allSettings(core).map(({ name, default: initial }) => [name, initial] as const);
    const one = all.filter(([name]) => name === reset);
    setAll(one.length ? one : all);
    return seeOther(core.address(`${LAB_PATH}#switches`));
  });

  app.post(`${LAB_PATH}/reset`, () => {
    core.reset(true);
    return seeOther(core.address(LAB_PATH));
  });

  return app;

  /** Sets switches and parts of replies by the names of their fields. @returns the mistakes, if nothing was set */
  function setAll(named: readonly (readonly [string, unknown])[]): z.ZodError | undefined {
    const behaviour: Record<string, unknown> = {};
    const replies: Record<string, Record<string, unknown>> = {};
    for (const [name, value] of named) {
      const [reason = '', part] = name.split('.');
      if (part === undefined) behaviour[name] = value;
      else (replies[reason] ??= {})[part] = value;
    }
    const { data, error } = settingsUpdate.safeParse({ behaviour, replies });
    if (!data) return error;
    core.setBehaviour(data.behaviour);
    core.setReplies(data.replies);
    return undefined;
  }
}

function mistakeOfAdvance(seconds: number, message: string): string | undefined {
  if (!(seconds > 0)) return message;
  return seconds > LONGEST_ADVANCE_SECONDS ? 'That is too far ahead.' : undefined;
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
