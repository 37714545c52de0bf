/** Returns whether a text holds a token, as it is or encoded once or twice. */
export const holdsToken = (text: string | null | undefined, token: string): boolean =>
  Boolean(text) &&
  [token, encodeURIComponent(token), encodeURIComponent(encodeURIComponent(token))].some((one) =>
    text?.includes(one),
  );
