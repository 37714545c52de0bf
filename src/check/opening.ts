import { describeNoPage, namedByPages } from './verdict.ts';
import type { Rule } from './verdict.ts';

/** Judges whether the landing page opens. */
export const opensRule: Rule = {
  needs: [],
  causes: [
    [
      'page-unreachable',
      ({ landing }) => (landing?.failure === undefined ? undefined : { reason: landing.failure }),
    ],
    [
      'page-status',
      ({ landing }) => (landing && landing.status >= 400 ? { status: landing.status } : undefined),
    ],
  ],
  describeUnknown: describeNoPage,
  describeRight: ({ pages: [page] }) => `Opened ${page?.address ?? 'the page'}.`,
};

/** Judges the address of the service. */
export const serviceRule: Rule = {
  needs: ['opens'],
  causes: namedByPages('base-url-missing', 'base-url-form', 'base-url-path', 'base-url-own-page'),
  describeUnknown: describeNoPage,
  describeRight: ({ pages }) => {
    const origin = pages.find(({ serviceOrigin }) => serviceOrigin)?.serviceOrigin;
    return origin === undefined
      ? 'No page has named a wrong address.'
      : `The pages report to ${origin}.`;
  },
};
