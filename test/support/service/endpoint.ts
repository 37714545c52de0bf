import { createSignal } from '../signal.ts';
import { brokenConnection } from './answers.ts';
import type { Answer, ServiceRequest } from './answers.ts';

/** A request that is held, until the test releases it. */
export interface Hold {
  /** Resolves with the request, once it has reached the service. */
  arrived: Promise<ServiceRequest>;
  release: () => void;
}

/** One endpoint of the stand-in: what reached it, and how a test makes it fail or wait. */
export class Endpoint {
  /** What reached it, oldest first. */
  readonly requests: ServiceRequest[] = [];
  readonly #nextAnswers: Answer[] = [];
  readonly #waiting: { count: number; resolve: () => void }[] = [];
  #everyAnswer: Answer | undefined;

  /** Answers the next requests so, one answer each. This comes before `answerEvery`. */
  answerNext(...answers: Answer[]): void {
    this.#nextAnswers.push(...answers);
  }

  /** Answers all further requests so, until `answerNormally`. */
  answerEvery(answer: Answer): void {
    this.#everyAnswer = answer;
  }

  /** Answers as the service does again. */
  answerNormally(): void {
    this.#everyAnswer = undefined;
    this.#nextAnswers.length = 0;
  }

  /** Does something when the next request arrives, before the service processes it. */
  beforeNext(action: () => unknown): void {
    this.answerNext(async (_, processRequest) => {
      await action();
      return processRequest();
    });
  }

  /** Holds the next request: the service has not processed it before `release`. */
  holdNext(): Hold {
    const { hold, passHold } = createHold();
    this.answerNext(async (request, processRequest) => {
      await passHold(request);
      return processRequest();
    });
    return hold;
  }

  /** Processes the next request, and holds the answer. */
  holdNextAnswer(): Hold {
    const { hold, passHold } = createHold();
    this.answerNext(async (request, processRequest) => {
      const response = processRequest();
      await passHold(request);
      return response;
    });
    return hold;
  }

  /** Holds all requests until `release`. `arrived` resolves with the first one. */
  holdEvery(): Hold {
    const { hold, passHold } = createHold();
    this.answerEvery(async (request, processRequest) => {
      await passHold(request);
      return processRequest();
    });
    return hold;
  }

  /** The next request never reaches the service. */
  loseNextRequest(): void {
    this.answerNext(brokenConnection);
  }

  /**
   * Processes the next request, but its answer never arrives.
   *
   * @param error what `fetch` rejects with
   */
  loseNextAnswer(error: Error = new TypeError('fetch failed')): void {
    this.answerNext((_, processRequest) => {
      processRequest();
      return Promise.reject(error);
    });
  }

  /** Processes the next request, but answers so instead. */
  replaceNextAnswer(answer: Answer): void {
    this.answerNext((request, processRequest) => {
      processRequest();
      return answer(request, processRequest);
    });
  }

  /** Waits until so many requests have reached it. */
  async received(count: number): Promise<void> {
    if (this.requests.length >= count) return;
    await new Promise<void>((resolve) => this.#waiting.push({ count, resolve }));
  }

  /** Takes a request. */
  async answer(request: ServiceRequest, processRequest: () => Response): Promise<Response> {
    this.requests.push(request);
    for (const { count, resolve } of this.#waiting) if (count <= this.requests.length) resolve();
    const answer = this.#nextAnswers.shift() ?? this.#everyAnswer;
    return answer ? answer(request, processRequest) : processRequest();
  }
}

function createHold() {
  const released = createSignal();
  const arrived = Promise.withResolvers<ServiceRequest>();
  const hold: Hold = { arrived: arrived.promise, release: released.resolve };
  const passHold = (request: ServiceRequest): Promise<void> => {
    arrived.resolve(request);
    return released.promise;
  };
  return { hold, passHold };
}
