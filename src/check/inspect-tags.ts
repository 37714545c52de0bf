import type { SeenPage } from './observations.ts';

/** Reads the script tags in the HTML of a page. */
export interface Tags {
  /** Returns the script tags of Vaultlink among scripts, whether they have run or not. */
  find(scripts: readonly HTMLScriptElement[]): HTMLScriptElement[];
  /** Describes what keeps a tag from running until somebody consents or touches the page. */
  describeWait(scripts: readonly HTMLScriptElement[]): string | undefined;
  /** Describes a mistake in the HTML of a tag, with which it does not run or takes the rest of the page with it. */
  describeMalformation(tag: HTMLScriptElement, hasRun: boolean): string | undefined;
  /** Returns where a tag stands that browsers do not read as HTML. */
  findUnread(): SeenPage['unreadTag'];
  /** Returns where an `<endlink-finish>` stands that browsers do not read as HTML. */
  findUnreadElement(): SeenPage['unreadElement'];
}

/**
 * Returns functions that read the script tags of a page. Runs in each page before its scripts. Its source text is sent to the browser, so it must use
 * nothing from outside itself.
 */
export function inspectTags(): Tags {
  // Scripts of the page may give these names to something of their own.
  const { Comment, NodeFilter, Object } = window;

  /** Matches attributes that only this tag has, and their likely misspellings. */
  const ownSettings = /^(base-?url|token-?param|outcome(-?(map|param))?|relay-?url|carry|via)$/i;
  const isTag = ({ src, dataset }: HTMLScriptElement) =>
    /\/vaultlink(-all)?([.-][\w.-]*)?\.js([?#]|$)/.test(src) &&
    !/\/vaultlink-(?!all)[a-z-]+\.js/.test(src)
      ? true
      : Object.keys(dataset).some((name) => ownSettings.test(name));
  const isRunnable = ({ type }: HTMLScriptElement) =>
    /^(|module|(text|application)\/(x-)?(java|ecma)script|text\/(javascript1\.\d|jscript|livescript))$/i.test(
      type.trim(),
    );
  /** Returns whether a type is that of a script, but for a mistake. */
  const isMistyped = ({ type }: HTMLScriptElement) =>
    /^((text|application)\/)?(j[av]{0,3}s\w{0,5}|script|babel|tsx?|typescript)$/i.test(type.trim());
  /** Describes how consent tools and optimisers keep a script from running: by another type, or by another name of `src`. */
  const waitsBy = (script: HTMLScriptElement): string | undefined => {
    if (!isRunnable(script) && isMistyped(script)) return undefined;
    if (!isRunnable(script)) return `type="${script.type}"`;
    const [name] = script.getAttributeNames().filter((one) => /^data-.*src$/.test(one));
    return !script.src && name ? `${name} in the place of src` : undefined;
  };
  const isDelayedTag = (script: HTMLScriptElement) =>
    waitsBy(script) !== undefined &&
    script
      .getAttributeNames()
      .some(
        (name) =>
          /vaultlink[\w.-]*\.js/.test(script.getAttribute(name) ?? '') ||
          ownSettings.test(name.replace(/^data-/, '')),
      );

  /** Names the place of a piece of text, if browsers do not read HTML there. */
  const placeOf = (text: Node): NonNullable<SeenPage['unreadTag']> => {
    if (text instanceof Comment) return 'a comment';
    const { localName = '' } = text.parentElement ?? {};
    const places: Record<string, NonNullable<SeenPage['unreadTag']>> = {
      noscript: 'a <noscript>',
      script: 'another <script>',
      style: 'a <style>',
    };
    return places[localName] ?? 'the text';
  };
  /** @param isMeant tells of a piece of text, and of its place, whether it is the HTML that is looked for */
  const findPlace = (isMeant: (text: string, place: string) => boolean): SeenPage['unreadTag'] => {
    const { SHOW_COMMENT, SHOW_TEXT } = NodeFilter;
    const nodes = document.createTreeWalker(document, SHOW_COMMENT | SHOW_TEXT);
    while (nodes.nextNode()) {
      const place = placeOf(nodes.currentNode);
      if (isMeant(nodes.currentNode.nodeValue ?? '', place)) return place;
    }
    const templates = [...document.querySelectorAll('template')];
    return templates.some(({ innerHTML }) => isMeant(innerHTML, 'a <template>'))
      ? 'a <template>'
      : undefined;
  };

  return {
    find: (scripts) => scripts.filter((one) => isTag(one) && waitsBy(one) === undefined),
    describeWait: (scripts) => scripts.filter(isDelayedTag).map(waitsBy)[0],
    describeMalformation(tag, hasRun) {
      const attributes = tag.getAttributeNames();
      const valueOf = (name: string) => tag.getAttribute(name) ?? '';
      const open = attributes.find((name) => /<\/script/i.test(valueOf(name)));
      if (open) return `the closing quote of its attribute "${open}" is missing`;
      if (/<\/?[a-z]/i.test(tag.src && tag.text)) return 'its end tag </script> is missing';
      if (hasRun) return undefined;
      if (!isRunnable(tag)) return `its type is "${tag.type}" and not "text/javascript"`;
      if (tag.noModule) return 'its attribute "nomodule" keeps browsers from running it';
      const curled = attributes.find((name) => /^[“”„«‘’]/.test(valueOf(name)));
      if (curled) return `the quotes of its attribute "${curled}" are not straight ones (")`;
      const [named] = attributes.filter((name) => /\.js([?#]|$)/.test(valueOf(name)));
      if (tag.hasAttribute('src') || tag.text.trim()) return undefined;
      return named ? `it has "${named}" in the place of "src"` : 'it has no attribute "src"';
    },
    findUnread: () =>
      findPlace((text, place) =>
        // Text in quotes is what a script adds to the page.
        place === 'another <script>'
          ? /(^|[\s;{}])<script\b[^>]*vaultlink/i.test(text)
          : /<script[^>]*vaultlink|data-base-url=/i.test(text),
      ),
    findUnreadElement: () =>
      findPlace((text, place) => place !== 'another <script>' && /<endlink-finish/i.test(text)),
  };
}
