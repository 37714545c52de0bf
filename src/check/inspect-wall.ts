import type { SeenPage } from './observations.ts';

/**
 * Returns a function that describes a page without the tag: a wall may stand in the place of the buyer's page. Runs in each page before its scripts. Its
 * source text is sent to the browser, so it must use nothing from outside itself.
 */
export function inspectWall(): () => Pick<SeenPage, 'title' | 'isBotWall'> {
  const MAX_TITLE_LENGTH = 60;
  /** Number of characters of the longest question: a page of a survey may use these words, too. */
  const MAX_WALL_TEXT_LENGTH = 1500;
  const WORDS =
    /\bcaptcha\b|not a (ro)?bot\b|(are|you[’']re) (a )?human|human verification|checking (your browser|if the site connection)|unusual traffic|press (&|and) hold|page has been denied|pardon our interruption|kein roboter|pas un robot|no (eres|soy) un robot/i;
  const WIDGETS =
    '.g-recaptcha:not([data-size=invisible]), .h-captcha, .cf-turnstile, #challenge-form, #px-captcha, iframe[src*="_Incapsula_Resource"], [src*="captcha-delivery.com"], [src*="/orchestrate/chl_page"]';

  return () => {
    const title = document.title.trim().slice(0, MAX_TITLE_LENGTH);
    const text = `${title} ${document.querySelector('body')?.innerText ?? ''}`;
    const isAsking = /^just a moment/i.test(title) || WORDS.test(text);
    return {
      title: title || undefined,
      isBotWall:
        (isAsking && text.length < MAX_WALL_TEXT_LENGTH) ||
        document.querySelector(WIDGETS) !== null,
    };
  };
}
