/** The errors of a page so far. */
export interface PageErrors {
  /** Addresses of scripts that were loaded and threw an error, or are no JavaScript; the page's own for a script in it. */
  failedScripts: readonly string[];
  /** Addresses of scripts that could not be loaded, or whose hash is another one. */
  unloadedScripts: readonly string[];
  /** Errors that name something of Vaultlink. */
  failedCalls: readonly string[];
}

/**
 * Notes the errors of a page. Runs in each page before its scripts. Its source text is sent to the browser, so it must use nothing from outside itself.
 */
export function noteErrors(): PageErrors {
  // Scripts of the page may give these names to something of their own.
  const { HTMLScriptElement, Set, String } = window;
  const failed = new Set<string>();
  const unloaded = new Set<string>();
  const calls = new Set<string>();
  const withoutQuery = (address: string) => address.replace(/[?#].*/, '');
  const noteMessage = (message: unknown) => {
    const text = String(message).replace(/^Uncaught /, '');
    // With another name of the object, the error names the function alone.
    if (/vaultlink|endlink|reading 'report'/i.test(text)) calls.add(text);
  };
  window.addEventListener(
    'error',
    ({ filename, target, message }) => {
      // A script that cannot be loaded, or whose hash is another one, has an event without a file.
      if (target instanceof HTMLScriptElement) unloaded.add(withoutQuery(target.src));
      else if (filename) failed.add(withoutQuery(filename));
      noteMessage(message);
    },
    true,
  );
  window.addEventListener('unhandledrejection', ({ reason }) => noteMessage(reason));
  return {
    get failedScripts() {
      return [...failed];
    },
    get unloadedScripts() {
      return [...unloaded];
    },
    get failedCalls() {
      return [...calls];
    },
  };
}
