import { forgets, ofKind } from './faults.ts';
import { AFTER, OTHER_FINISH } from './stage.ts';
import type { Stage } from './stage.ts';
import {
  atRest,
  goTo,
  hop,
  isHeld,
  isLeaving,
  isOver,
  look,
  press,
  reload,
  traverse,
  wait,
} from './steps.ts';
import { LINES, ORDERS } from './strike.ts';
import { comeToFinish, finish, openBeside, TAB_FAULTS } from './tab-faults.ts';

/** Longer than a page waits for an answer. */
const TIMEOUT_MS = 10_000;

/** How often the seller does something while faults may strike, and in each tab afterwards. */
const ROUNDS = { troubled: 6, calm: 8 };

/** From this round on, the seller who has waited in vain takes what the page offers. */
const LAST_RESORT = 3;

/** A seller lands, answers the survey, finishes, and does what a seller does until it is over or nothing is left to try. */
export async function play(stage: Stage): Promise<void> {
  const { plan, service, watch } = stage;
  const tabFaults = ofKind(plan.faults, 'tab');
  if (tabFaults.length) await service.addFault({ kind: 'hold', processed: stage.choose() % 2 > 0 });
  for (const name of ofKind(plan.faults, 'answer'))
    await service.addFault(ORDERS[name](stage.choose()));
  await comeAndFinish(stage);
  // Behind the other tab nobody sees the pages of this one, and they do not report.
  if (watch.tabs.length > 1) await stage.page.bringToFront();
  await atRest(stage);
  for (const name of ofKind(plan.faults, 'line')) await LINES[name].mend(stage);

  for (let round = 0; round < ROUNDS.troubled; round += 1) {
    await atRest(stage);
    if (await isHeld(stage)) {
      // From an error page the browser takes nothing else while it waits for the service.
      const isOnPage = watch.tabOf(stage.page).whose === 'the buyer';
      const tabFault = isOnPage && tabFaults.shift();
      if (tabFault) {
        watch.note(`${tabFault} …`);
        await TAB_FAULTS[tabFault](stage);
      } else await timeOut(stage);
    } else if (await goOn(stage)) break;
  }

  watch.note('nothing goes wrong any more');
  await service.calmDown();
  stage.leftHeldCount = 0;
  for (const { page, isClosed } of watch.tabs) {
    if (isClosed) continue;
    stage.page = page;
    await page.bringToFront();
    let isDone = false;
    for (let round = 0; round < ROUNDS.calm && !isDone; round += 1) {
      await atRest(stage);
      isDone = await goOn(stage, round >= LAST_RESORT);
    }
    if (isDone) continue;
    // What blocks the report may stay: then the page goes on by itself, which is looked at once more.
    await atRest(stage);
    await wait(stage);
    await atRest(stage);
  }
}

/** Up to the moment in which the page is asked to report: by its seller, or by being opened. */
async function comeAndFinish(stage: Stage): Promise<void> {
  const { plan, page, watch } = stage;
  const isManual = plan.entry === 'button';
  const isTwice = plan.faults.includes('two finish pages at once');
  const cut = async () => {
    for (const name of ofKind(plan.faults, 'line')) await LINES[name].cut(stage);
  };
  if (isManual) {
    await comeToFinish(stage);
    const other = isTwice && (await openBeside(stage, OTHER_FINISH));
    const pages = other ? [page, other] : [page];
    for (const one of pages) await one.getByRole('button').waitFor();
    await cut();
    await Promise.all(pages.map((one) => finish(stage, one)));
    return;
  }
  if (plan.hops) await comeToFinish(stage, 1);
  await cut();
  watch.note('the seller comes to the finish page');
  const goOn = () => (plan.hops ? hop(page) : comeToFinish(stage));
  if (!isTwice) await goOn();
  else if (plan.hops) await Promise.all([goOn(), openBeside(stage, OTHER_FINISH)]);
  else await goOn().then(() => openBeside(stage, OTHER_FINISH));
}

/** So much time passes that the page gives the answer up. The service goes on at once, or much later. */
async function timeOut(stage: Stage): Promise<void> {
  const { page, service, watch, choose } = stage;
  watch.note('no answer in time');
  const isLate = !(await isLeaving(stage));
  if (isLate) {
    await page.clock.fastForward(TIMEOUT_MS);
    stage.leftHeldCount = await service.heldCount();
    await atRest(stage);
    if (choose() % 2) return;
  }
  watch.note('the service goes on');
  await service.release();
  stage.leftHeldCount = 0;
}

/**
 * The seller does one thing.
 *
 * @param isLast whether waiting and trying again have been enough
 * @returns whether there is nothing more to do
 */
async function goOn(stage: Stage, isLast = false): Promise<boolean> {
  const { plan, choose, watch } = stage;
  const seen = await look(stage);
  if (isOver(seen)) return true;
  const stays = forgets(plan.faults);
  if (seen.status !== undefined) {
    // An error page, of the marketplace or of the browser; in that one nothing can be called. A tab that was opened with its finish page has no page before it.
    const hasWayBack = plan.hops && watch.tabOf(stage.page).number === 1;
    if (stays || !hasWayBack || !seen.status || choose() % 2) await reload(stage);
    else await traverse(stage, 'back');
    return false;
  }
  const { buttons } = seen;
  const nextPage = () => goTo(stage, AFTER);
  const leave = 'Finish at the marketplace';
  if (isLast && buttons.includes(leave)) {
    if (plan.leaves) await press(stage, leave);
    return !plan.leaves;
  }
  if (isLast && !stays && !buttons.length) {
    await nextPage();
    return false;
  }
  const acts = [
    ...[() => wait(stage), () => wait(stage)],
    ...buttons.map((text) => () => press(stage, text)),
    ...(stays || seen.state?.state === 'waiting' ? [] : [() => reload(stage), nextPage]),
  ];
  await acts[choose() % acts.length]?.();
  return false;
}
