import type { CommandQueue, ElementReference, FrameAddress } from './command-queue.ts';
import type { ElementState, Step } from './in-page/find-elements.ts';
import { evaluation, FIND_ELEMENTS, pendingValue } from './in-page/scripts.ts';
import type { ConsoleMessage, Evaluation } from './in-page/scripts.ts';
import { pollUntil } from './poll.ts';
import type { Method } from './web-driver.ts';

/** Elements of a page, and their states in the same order. */
export interface FoundElements {
  elements: ElementReference[];
  states: ElementState[];
}

/** A window of the browser. Each method runs in its page, or in a frame of it. */
export class Tab {
  readonly handle: string;
  /** The address of the page at the last command that read it. */
  url = 'about:blank';
  readonly #queue: CommandQueue;
  readonly #onMessage: (message: ConsoleMessage) => void;

  constructor(handle: string, queue: CommandQueue, onMessage: (message: ConsoleMessage) => void) {
    this.handle = handle;
    this.#queue = queue;
    this.#onMessage = onMessage;
  }

  /** Sends a WebDriver command and returns its value. */
  command<Value>(
    frame: FrameAddress | undefined,
    method: Method,
    path: string,
    body?: object,
  ): Promise<Value> {
    return this.#queue.run({ handle: this.handle, frame }, method, path, body);
  }

  /** Runs a function body and returns its value. */
  execute<Value>(
    frame: FrameAddress | undefined,
    script: string,
    ...args: unknown[]
  ): Promise<Value> {
    return this.command(frame, 'POST', 'execute/sync', { script, args });
  }

  /** Returns the elements that exist now. */
  async findElements(
    frame: FrameAddress | undefined,
    steps: readonly Step[],
  ): Promise<FoundElements> {
    type Result = FoundElements & { href: string };
    const { href, ...found } = await this.execute<Result>(frame, FIND_ELEMENTS, steps);
    if (frame === undefined) this.url = href;
    return found;
  }

  /** Returns the value of an expression, once it has settled. */
  async evaluate(frame: FrameAddress | undefined, expression: string): Promise<unknown> {
    const result = await this.#evaluateOnce(frame, expression);
    const { pending } = result;
    const { value, error } =
      pending === undefined ? result : await this.#waitForPromise(frame, expression, pending);
    if (error !== undefined) throw new Error(error);
    return value;
  }

  async #evaluateOnce(frame: FrameAddress | undefined, expression: string): Promise<Evaluation> {
    const result = JSON.parse(await this.execute(frame, evaluation(expression))) as Evaluation;
    if (frame === undefined) this.url = result.href;
    result.messages?.forEach(this.#onMessage);
    return result;
  }

  #waitForPromise(
    frame: FrameAddress | undefined,
    expression: string,
    index: number,
  ): Promise<Partial<Evaluation>> {
    const navigated = { error: 'The page navigated before the promise settled.' };
    return pollUntil<Partial<Evaluation>>(
      expression,
      async () => {
        const { value } = await this.#evaluateOnce(frame, pendingValue(index));
        return value ?? navigated;
      },
      ({ pending }) => pending === undefined,
    );
  }
}
