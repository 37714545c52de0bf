import { setTimeout as sleep } from 'node:timers/promises';
import type { Frame, Locator, Page } from 'playwright-core';
import type { Observations } from '../../check/index.ts';

/** An answer to fill in. */
export interface FieldAnswer {
  selector: string;
  value: string;
}

/** The steps of a seller through the pages of a visit. */
export interface Steps {
  /**
   * Clicks what a selector finds, on the page or in one of its frames. Before that, fills in the answers whose fields are there.
   *
   * @param isOver asked before the click: `true` if the survey is over, so that nothing is clicked
   * @returns the step that failed; `undefined` if none did
   */
  click(
    page: Page,
    selector: string,
    isOver?: () => Promise<boolean>,
  ): Promise<FailedStep | undefined>;
  /** Returns the addresses of the pages, and of frames, in which something was clicked: origin and path. */
  clickedOn(): string[];
  /** Returns the frames in which something was clicked, the last one at the end. A page is the frame of its tab. */
  clickedIn(): readonly Frame[];
  /** Returns the selectors of answers whose field no page has shown so far. */
  unfilled(): string[];
}

type FailedStep = NonNullable<Observations['failedStep']>;

/** Creates the steps of one visit. @param waitMs milliseconds to wait for an element */
export function createSteps(answers: readonly FieldAnswer[], waitMs: number): Steps {
  const open = new Set(answers);
  const clickedOn: string[] = [];
  const clickedIn: Frame[] = [];

  async function fillInOne(page: Page, answer: FieldAnswer): Promise<void> {
    for (const frame of page.frames()) {
      const field = frame.locator(answer.selector).first();
      if (!(await field.isVisible())) continue;
      await fill(field, answer.value, waitMs);
      open.delete(answer);
      return;
    }
  }

  /** Returns the answer that could not be filled in. */
  async function fillIn(page: Page): Promise<FailedStep | undefined> {
    for (const answer of open)
      try {
        await fillInOne(page, answer);
      } catch (error) {
        return { selector: answer.selector, action: 'filled in', reason: reasonOf(String(error)) };
      }
    return undefined;
  }

  return {
    async click(page, selector, isOver) {
      try {
        const frame = await frameWith(page, selector, waitMs);
        if (await isOver?.()) return undefined;
        const unfillable = await fillIn(frame.page());
        if (unfillable) return unfillable;
        clickedIn.push(frame);
        clickedOn.push(frame.url().replace(/[?#].*/, ''));
        const element = frame.locator(selector).first();
        const handle = await element.elementHandle({ timeout: waitMs });
        await handle.evaluate(noteRefusedField);
        await element.click({ timeout: waitMs });
        // A page that goes on all the same, by a script, has not been refused.
        const field = await handle.evaluate(refusedField).catch(() => undefined);
        if (field === undefined || !(await element.isVisible())) return undefined;
        const reason = `the browser does not send its form before "${field}" is answered`;
        return { selector, action: 'clicked', reason };
      } catch (error) {
        return { selector, action: 'clicked', reason: reasonOf(String(error)) };
      }
    },
    clickedOn: () => clickedOn,
    clickedIn: () => clickedIn,
    unfilled: () => [...open].map(({ selector }) => selector),
  };
}

/** Milliseconds between two looks for an element. */
const LOOK_MS = 50;

/** Waits for the first frame that shows an element: of a page, or of a tab that was opened after it. Frames and tabs may come late. */
async function frameWith(page: Page, selector: string, timeoutMs: number): Promise<Frame> {
  const endMs = performance.now() + timeoutMs;
  do {
    const tabs = page.context().pages();
    for (const tab of tabs.slice(tabs.indexOf(page)).reverse())
      for (const frame of tab.frames()) if (await isShownIn(frame, selector)) return frame;
    await sleep(LOOK_MS);
  } while (performance.now() < endMs);
  throw new Error('Timeout');
}

/** Returns whether a frame shows an element. A frame that is gone meanwhile does not. */
async function isShownIn(frame: Frame, selector: string): Promise<boolean> {
  try {
    return await frame.locator(selector).first().isVisible();
  } catch (error) {
    if (/closed|detached|destroyed/i.test(String(error))) return false;
    throw error;
  }
}

async function fill(field: Locator, value: string, timeout: number): Promise<void> {
  const kind = await field.evaluate(({ type }: { type?: string }) => type);
  if (kind === 'select-one' || kind === 'select-multiple')
    await field.selectOption(value, { timeout });
  else if (kind === 'checkbox' || kind === 'radio') await field.check({ timeout });
  else await field.fill(value, { timeout });
}

/** A field of a form, as far as it is looked at. */
interface Field {
  name?: string;
  id: string;
  type: string;
}

/** An element of a page, as far as it is looked at. */
interface Clicked {
  refusedField?: string;
  closest(selector: string): { form: RefusingForm | null } | null;
}

/** A form that tells which of its fields keep the browser from sending it. */
interface RefusingForm {
  addEventListener(
    type: 'invalid',
    listener: (event: { target: Field }) => void,
    isCapturing: boolean,
  ): void;
}

/** Runs in the page. Notes on an element which field keeps the browser from sending its form. */
function noteRefusedField(element: Clicked): void {
  const note = ({ target: { name, id, type } }: { target: Field }) => {
    element.refusedField ??= name || id || type;
  };
  element.closest('button, input')?.form?.addEventListener('invalid', note, true);
}

/** Runs in the page. Returns what was noted. */
const refusedField = ({ refusedField: field }: Clicked): string | undefined => field;

/** Returns what an error of the browser means, without its text: that may contain the token. */
export function reasonOf(failure: string): string {
  const [code] = /net::\w+/.exec(failure) ?? [];
  if (code) return code;
  if (failure.includes('intercepts pointer events')) return COVERED;
  if (failure.includes('Timeout')) return 'it did not appear in time';
  return 'the selector is invalid, or the page was closed';
}

/** The reason why what has to be clicked cannot be: a banner, for example. */
export const COVERED = 'something covers it';
