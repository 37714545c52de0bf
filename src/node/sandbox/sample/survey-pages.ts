/** Values that differ between the places that show the sample survey. */
export interface SurveyPlace {
  /** Address of the service, for the script tag. */
  serviceUrl: string;
  /** Markup before the script tag, such as a policy. Default: none. */
  head?: string;
  /** Markup below the survey. Default: none. */
  below?: string;
}

/** A page of the sample survey. */
interface SurveyPage {
  title: string;
  /** Markup of the page below its heading. Default: none. */
  content?: string;
  /** Outcome that the tag reports on this page. Default: the tag reports none. */
  tagOutcome?: string;
}

/** File name of the page to which the endlink leads. */
export const LANDING_PAGE = 'landing.html';

const PAGES: Readonly<Record<string, SurveyPage>> = {
  [LANDING_PAGE]: {
    title: 'Which hot drink did you have last?',
    content: `<ul class="answers">
        <li><a href="thanks.html">Coffee</a></li>
        <li><a href="enough.html">Tea</a></li>
        <li><a href="not-a-match.html">None this week</a></li>
        <li><a href="not-accepted.html">Lemonade</a></li>
      </ul>`,
  },
  'thanks.html': {
    title: 'Thank you',
    content: '<endlink-finish outcome="complete"></endlink-finish>',
  },
  'enough.html': {
    title: 'Enough people who drink tea have answered',
    content: '<endlink-finish outcome="quota_full"></endlink-finish>',
  },
  'not-a-match.html': {
    title: 'This survey is for people who have hot drinks',
    content: '<p>Reported by the attribute of the tag. This page has no element.</p>',
    tagOutcome: 'screenout',
  },
  'not-accepted.html': {
    title: 'That was not a hot drink',
    content: '<endlink-finish outcome="fail"></endlink-finish>',
  },
};

/** File names of the pages, which lie beside the files of Vaultlink and `survey.css`. */
export const SURVEY_PAGES: readonly string[] = Object.keys(PAGES);

/** Returns the HTML of a page of the sample survey; `undefined` if there is no page of this name. */
export function surveyPage(
  name: string,
  { serviceUrl, head = '', below = '' }: SurveyPlace,
): string | undefined {
  const page = Object.hasOwn(PAGES, name) ? PAGES[name] : undefined;
  if (!page) return undefined;
  const { title, content = '', tagOutcome } = page;
  const outcome = tagOutcome ? ` data-outcome="${tagOutcome}"` : '';
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${title}</title>
    ${head && `${head}\n    `}<script src="vaultlink.js" data-base-url="${serviceUrl}"${outcome}></script>
    <link rel="stylesheet" href="survey.css" />
  </head>
  <body>
    <main>
      <p class="place">${name === LANDING_PAGE ? 'One question' : 'The end'}</p>
      <h1>${title}</h1>
      ${content}
    </main>${below && `\n    ${below}`}
  </body>
</html>
`;
}
