import { sourceLines } from './page-source.ts';

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
      const lines = sourceLines(await response.text());
      // Another page may have come meanwhile.
      if (address !== shownUrl) return;
      code.replaceChildren(
        ...lines.flatMap(({ text, isOurs }) => {
          if (!isOurs) return [text, '\n'];
          const mark = document.createElement('mark');
          mark.textContent = text.trim();
          return [text.slice(0, text.length - text.trimStart().length), mark, '\n'];
        }),
      );
    },
    text: () => code.textContent,
  };
}
