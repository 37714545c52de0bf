import { sourceParts } from './page-source.ts';

/** Shows the HTML of the survey page in the first tab. */
export interface SourceView {
  /** @param url address of the page; `undefined`: there is none */
  show(url: string | undefined): Promise<void>;
  /** The HTML that is shown. */
  text(): string;
}

/** @param code where the lines are written */
export function createSourceView(code: HTMLElement): SourceView {
  let shownUrl: string | undefined;

  return {
    async show(url) {
      const address = url?.replace(/[?#].*/, '');
      if (address === shownUrl || !address) return;
      shownUrl = address;
      const response = await fetch(address);
      if (!response.ok) return;
      const parts = sourceParts(await response.text());
      // Another page may have come meanwhile.
      if (address !== shownUrl) return;
      code.replaceChildren(
        ...parts.map(({ text, isOurs }) => {
          if (!isOurs) return text;
          const mark = document.createElement('mark');
          mark.textContent = text;
          return mark;
        }),
      );
    },
    text: () => code.textContent,
  };
}
