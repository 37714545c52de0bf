import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { isFinal } from '../final-failure.ts';

/** How one flow ended. */
export interface Ending {
  title: string;
  isFinal: boolean;
}

/** Prints an {@link Ending} for each flow, a line of JSON each. */
export default class EndingsReporter implements Reporter {
  onTestEnd({ title }: TestCase, result: TestResult): void {
    const ending: Ending = { title, isFinal: isFinal(result) };
    console.log(JSON.stringify(ending));
  }

  printsToStdio(): boolean {
    return true;
  }
}
