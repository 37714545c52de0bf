/** Resolves once the browser has read the whole page; at once, if it has. */
export const parsedPage = async (): Promise<void> => {
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('readystatechange', resolve));
};
