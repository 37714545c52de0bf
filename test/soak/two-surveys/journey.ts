import fc from 'fast-check';
import { OUTCOMES } from '../../../src/protocol/index.ts';
import type { Outcome } from '../../../src/protocol/index.ts';
import type { Engine } from '../../support/engines.ts';

/** How a page of a survey leads to the next one. */
const STEPS = ['link', 'form, GET', 'form, POST', 'address set by a script'] as const;

/** How the last page of a survey comes to report. */
const FINISHES = ['attribute', 'element', 'button', 'report()', 'element in a frame'] as const;

/** What the pages find of storage. `cleared`: a page on the way clears sessionStorage. */
const STORAGES = ['whole', 'half blocked', 'blocked', 'cleared'] as const;

/** What the service does with one report, in the words of the table. */
const TROUBLES = [
  'dropped before processing',
  'dropped after processing',
  'status 503',
  'slower than the timeout',
] as const;

/** What a seller does with the tab after both surveys. */
const MOVES = ['back', 'two back', 'three back', 'forward', 'reload'] as const;

/** One survey of a journey. */
export interface Survey {
  /** What its finish page asks for, and no page of the other survey does. */
  outcome: Outcome;
  finish: (typeof FINISHES)[number];
  /** From the landing to the finish page. */
  steps: (typeof STEPS)[number][];
  /** A script at the end of the finish page never answers. */
  hangs: boolean;
  /** The seller goes on as soon as the finish page is there. */
  isLeftAtOnce: boolean;
}

/** All that is left to chance in a run with two surveys, one after the other in one tab. */
export interface Journey {
  surveys: readonly [Survey, Survey];
  storage: (typeof STORAGES)[number];
  troubles: (typeof TROUBLES)[number][];
  moves: (typeof MOVES)[number][];
  /** Moves after the first survey, before the second one. */
  movesBetween: (typeof MOVES)[number][];
  /**
   * Whether a page to which the seller goes back knows nothing of the pages after it: Firefox gives a page out of its back/forward cache the sessionStorage
   * that the page was left with, and keeps to it after a reload.
   */
  forgetsOnBack: boolean;
  /** The rows of the table in which the run counts. */
  faults: string[];
}

/** The rows of the table that a journey may count in, beside those of {@link Journey.troubles}. */
export const JOURNEY_ROWS = [
  'two surveys in a tab',
  'two surveys: back or forward',
  'two surveys: a reload',
  'two surveys: storage half blocked',
  'two surveys: storage blocked',
  'two surveys: storage cleared',
  'two surveys: a parser hangs',
  'two surveys: finished in a frame',
  'two surveys: forms',
  'two surveys: left by script',
  'two surveys: left at once',
] as const;

type Row = (typeof JOURNEY_ROWS)[number];

const survey = (outcome: Outcome) =>
  fc.record({
    outcome: fc.constant(outcome),
    finish: fc.constantFrom(...FINISHES),
    steps: fc.array(fc.constantFrom(...STEPS), { maxLength: 2 }),
    hangs: fc.nat(5).map((number) => number === 0),
    isLeftAtOnce: fc.nat(4).map((number) => number === 0),
  });

const moves = (maxLength: number) => fc.array(fc.constantFrom(...MOVES), { maxLength });

const journeys = fc
  .shuffledSubarray([...OUTCOMES], { minLength: 2, maxLength: 2 })
  .chain(([first, second]) =>
    fc.record({
      surveys: fc.tuple(survey(first ?? 'complete'), survey(second ?? 'fail')),
      storage: fc.constantFrom(...STORAGES),
      troubles: fc.array(fc.constantFrom(...TROUBLES), { maxLength: 2 }),
      moves: moves(5),
      movesBetween: moves(2),
    }),
  );

/** The journey of one run, with what this engine can do: it depends on nothing but these. */
export function journeyOf(seed: number, run: number, engine: Engine): Journey {
  const [journey] = fc.sample(journeys, {
    ...{ seed: (seed + Math.imul(run, 0x9e3779b1)) | 0, numRuns: 1, unbiased: true },
  });
  if (!journey) throw new Error('fast-check made no journey.');
  const { surveys, troubles, moves, movesBetween } = journey;
  // WebDriver waits until a page is read, and in Firefox for as long as it reloads one.
  const isReloaded = [...moves, ...movesBetween].includes('reload');
  if (engine === 'webkit' || (engine === 'firefox' && isReloaded))
    for (const one of surveys) one.hangs = false;
  const isRevisited = [...moves, ...movesBetween].some((move) => move !== 'reload');
  return {
    ...journey,
    forgetsOnBack: engine === 'firefox' && isRevisited,
    faults: [...new Set([...rowsOf(journey), ...troubles])],
  };
}

function rowsOf({
  surveys,
  storage,
  moves,
  movesBetween,
}: Omit<Journey, 'faults' | 'forgetsOnBack'>): Row[] {
  const [first, second] = surveys;
  const some = (isSo: (one: Survey) => boolean) => isSo(first) || isSo(second);
  const all = [...moves, ...movesBetween];
  const rows: [Row, boolean][] = [
    ['two surveys in a tab', true],
    ['two surveys: back or forward', all.some((move) => move !== 'reload')],
    ['two surveys: a reload', all.includes('reload')],
    ['two surveys: storage half blocked', storage === 'half blocked'],
    ['two surveys: storage blocked', storage === 'blocked'],
    ['two surveys: storage cleared', storage === 'cleared'],
    ['two surveys: a parser hangs', some(({ hangs }) => hangs)],
    ['two surveys: finished in a frame', some(({ finish }) => finish === 'element in a frame')],
    ['two surveys: forms', some(({ steps }) => steps.some((step) => step.startsWith('form')))],
    ['two surveys: left by script', some(({ steps }) => steps.includes('address set by a script'))],
    ['two surveys: left at once', some(({ isLeftAtOnce }) => isLeftAtOnce)],
  ];
  return rows.filter(([, isSo]) => isSo).map(([row]) => row);
}
