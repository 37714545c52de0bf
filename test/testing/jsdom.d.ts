/** The part of jsdom that the tests use; the package has no types. */
declare module 'jsdom' {
  export class VirtualConsole {
    on(type: 'jsdomError', listener: (error: { type: string; cause?: unknown }) => void): this;
  }

  export class JSDOM {
    readonly window: { document: Document };
    constructor(
      html: string,
      options?: { url: string; pretendToBeVisual?: boolean; virtualConsole?: VirtualConsole },
    );
  }
}
