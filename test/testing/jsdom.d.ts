/** The part of jsdom that the tests use; the package has no types. */
declare module 'jsdom' {
  export class JSDOM {
    readonly window: object;
    constructor(html: string, options: { url: string; pretendToBeVisual?: boolean });
  }
}
