import { pageFor } from './document.ts';

/** Says what is about to happen, and lets the user decide whether it does. */
export const confirmationPage = (
  request: Request,
  { href, site, service }: { href: string; site: string; service: string },
): Promise<Response> =>
  pageFor(request, {
    status: 200,
    subject: 'asking',
    names: { site, service },
    link: { href, label: ({ goOn }) => goOn },
  });
