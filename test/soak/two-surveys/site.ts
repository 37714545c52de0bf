import { startBuyer, scriptTag } from '../../e2e/support/buyer.ts';
import type { Buyer } from '../../e2e/support/buyer.ts';
import { refuseStorages } from '../../e2e/support/surroundings.ts';
import type { Journey, Survey } from './journey.ts';

/** The folder of a survey's pages. */
export type Folder = '/first' | '/second';

/** The pages of both surveys, and a second host of the same buyer for what is in frames. */
export interface Site {
  buyer: Buyer;
  frameHost: Buyer;
  close: () => Promise<void>;
}

/** The pages of a survey in their order: the landing first, the finish page last. With no steps they are one page. */
export const pathsOf = (folder: Folder, { steps }: Survey): string[] =>
  [...steps, undefined].map((_, index) => `${folder}/page-${index + 1}`);

/** Serves the pages of a journey, each with a script of another company's that looks at the address. */
export async function openSite(
  { surveys, storage }: Journey,
  baseUrl: string,
  thirdParty: Buyer,
): Promise<Site> {
  const buyer = await startBuyer(baseUrl);
  const frameHost = await startBuyer(baseUrl);
  const after = scriptTag({ src: thirdParty.url('/tags.js') });
  const before = BEFORE[storage];
  buyer.handle('/never-answers.js', () => new Promise(() => undefined));
  // As frameworks do after a form: the page that comes is fetched by GET.
  buyer.handle('/posted', ({ path, search }) => {
    const headers = { location: path.slice('/posted'.length) + search };
    return new Response(null, { status: 303, headers });
  });
  for (const [folder, survey] of [
    ['/first', surveys[0]],
    ['/second', surveys[1]],
  ] as const) {
    const paths = pathsOf(folder, survey);
    const framed = `${folder}/framed`;
    frameHost.page(framed, { before, after, body: elementFor(survey) });
    for (const [index, path] of paths.entries()) {
      const next = paths[index + 1];
      const way = next && nextPage(survey.steps[index] ?? 'link', next);
      const clear = storage === 'cleared' ? CLEAR : '';
      buyer.page(path, {
        ...{ before, after },
        tag: {
          'data-carry': frameHost.host,
          ...(!next && survey.finish === 'attribute' && { 'data-outcome': survey.outcome }),
        },
        body: way ? way + clear : finishOf(survey, frameHost.url(framed)),
      });
    }
  }
  return {
    ...{ buyer, frameHost },
    async close() {
      await Promise.all([buyer.close(), frameHost.close()]);
    },
  };
}

/** Creates the link or form that leads to the next page. The seller clicks on `#next`. */
const nextPage = (step: Survey['steps'][number], path: string): string =>
  ({
    link: `<a id="next" href="${path}">Next</a>`,
    'form, GET': `<form action="${path}"><input name="q" value="yes"><button id="next">Next</button></form>`,
    'form, POST': `<form method="post" action="/posted${path}"><input name="q" value="yes"><button id="next">Next</button></form>`,
    'address set by a script': `<button id="next" onclick="location.href = '${path}'">Next</button>`,
  })[step];

const elementFor = ({ outcome, finish }: Survey) =>
  `<endlink-finish outcome="${outcome}" ${finish === 'button' ? 'manual' : ''}></endlink-finish>`;

function finishOf(survey: Survey, framedUrl: string): string {
  const asked = {
    attribute: '<p>Thank you.</p>',
    element: elementFor(survey),
    button: elementFor(survey),
    'report()': `<script>(window.vaultlink ||= []).push((one) => void one.report('${survey.outcome}'));</script>`,
    'element in a frame': `<iframe title="The end" data-vaultlink-src="${framedUrl}"></iframe>`,
  }[survey.finish];
  return asked + (survey.hangs ? '<script src="/never-answers.js"></script>' : '');
}

/** A page that logs somebody out, once it is read. */
const CLEAR = `<script>addEventListener('load', () => sessionStorage.clear());</script>`;

const refuse = (...names: string[]) => `(${String(refuseStorages)})(${JSON.stringify(names)});`;

/** What each page runs first. */
const BEFORE: Record<Journey['storage'], string> = {
  ...{ whole: '', cleared: '' },
  blocked: `<script>${refuse('sessionStorage', 'localStorage')}</script>`,
  // As on a page over plain http in a browser that blocks a part.
  'half blocked': `<script>${refuse('localStorage')}
    Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined });</script>`,
};
