import { FIND_ELEMENTS } from './in-page/scripts.ts';
import type { Step } from './in-page/find-elements.ts';
import type { Method, WebDriver } from './web-driver.ts';

/** An element of a page, as WebDriver refers to it. @see https://www.w3.org/TR/webdriver2/#elements */
export type ElementReference = Record<string, string>;

/** A frame of a page: its index, or the steps that find its element. */
export type FrameAddress = number | readonly Step[];

/** Where a command runs: in a window, or in a frame of it. */
export interface Target {
  /** The handle of the window. */
  handle: string;
  frame?: FrameAddress | undefined;
}

/** Runs the commands of all pages one at a time. A WebDriver session has one current window and frame, which each command switches to first. */
export class CommandQueue {
  readonly #driver: WebDriver;
  #last: Promise<unknown> = Promise.resolve();
  #currentHandle = '';
  #isInFrame = false;

  constructor(driver: WebDriver) {
    this.#driver = driver;
  }

  /** Runs a command in its target, after all commands that were added before. */
  run<Value>(target: Target, method: Method, path: string, body?: object): Promise<Value> {
    const result = this.#last.then(async () => {
      await this.#switchTo(target);
      return this.#driver.command<Value>(method, path, body);
    });
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #switchTo({ handle, frame }: Target): Promise<void> {
    const { command } = this.#driver;
    if (this.#currentHandle !== handle) await command('POST', 'window', { handle });
    if (this.#isInFrame) await command('POST', 'frame', { id: null });
    this.#currentHandle = handle;
    this.#isInFrame = frame !== undefined;
    if (frame === undefined) return;
    const id = typeof frame === 'number' ? frame : await this.#findFrame(frame);
    await command('POST', 'frame', { id });
  }

  async #findFrame(steps: readonly Step[]): Promise<ElementReference | undefined> {
    const script = { script: FIND_ELEMENTS, args: [steps] };
    const { elements } = await this.#driver.command<{ elements: ElementReference[] }>(
      ...(['POST', 'execute/sync', script] as const),
    );
    return elements[0];
  }
}
