import { Hono } from 'hono';
import type { SandboxCore } from '../../control/core.ts';
import { faultOrder } from '../../control/faults/faults.ts';
import { behaviourUpdate, DEFAULT_BEHAVIOUR } from '../../service/behaviour/behaviour.ts';
import type { Behaviour } from '../../service/behaviour/behaviour.ts';
import { fieldsOf } from '../../service/http/form-fields.ts';
import { seeOther } from '../../service/http/reply.ts';
import { LAB_PATH } from '../../service/pages/console-path.ts';
import { mistakesIn } from '../fields.ts';
import { labPage } from './lab-page.ts';

const LONGEST_ADVANCE_SECONDS = 1e9;

/** Creates the routes of the page with the clock, faults and switches, and of its forms. */
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
    const update = behaviourUpdate.safeParse(switchesIn(values));
    if (!update.success) {
      return labPage(core, {
        form: 'switches',
        values,
        mistakes: mistakesIn(update.error, values),
      });
    }
    core.setBehaviour(update.data);
    return seeOther(core.address(`${LAB_PATH}#switches`));
  });

  app.post(`${LAB_PATH}/switches/reset`, async (context) => {
    const { reset } = await fieldsOf(context);
    const name = reset as keyof Behaviour | undefined;
    const isOne = name !== undefined && Object.hasOwn(DEFAULT_BEHAVIOUR, name);
    core.setBehaviour(isOne ? { [name]: DEFAULT_BEHAVIOUR[name] } : DEFAULT_BEHAVIOUR);
    return seeOther(core.address(`${LAB_PATH}#switches`));
  });

  app.post(`${LAB_PATH}/reset`, () => {
    core.reset(true);
    return seeOther(core.address(LAB_PATH));
  });

  return app;
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

/** Reads the switches of the form, each in the type of its default. */
function switchesIn(values: Readonly<Record<string, string>>): Record<string, unknown> {
  const known = Object.entries(DEFAULT_BEHAVIOUR).flatMap(
    ([name, initial]): [string, unknown][] => {
      const text = values[name]?.trim();
      if (text === undefined) return [];
      if (text === 'null') return [[name, null]];
      if (typeof initial === 'boolean') return [[name, text === 'true']];
      return [[name, typeof initial === 'number' ? numberIn(text) : text]];
    },
  );
  return Object.fromEntries(known);
}

const numberIn = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));
