import type { ClosedTool, OutcomeWord } from '../tool.ts';

const LINKS: readonly OutcomeWord[] = [
  { outcome: 'complete', words: 'Submitted', where: 'first link of the page before' },
  { outcome: 'screenout', words: 'Does not qualify', where: 'second link of the page before' },
  {
    outcome: 'quota_full',
    words: 'Form closed',
    where: 'swap the page before while the form is closed',
  },
  {
    outcome: 'fail',
    words: 'No end of its own',
    where: 'report it from your server, after you have looked at the answers',
  },
];

const LIMITS = [
  'The seller chooses the link. Compare paid completes with the responses of the form before you pay more of them.',
  'A seller who submits the form and closes the tab without pressing a link is not paid.',
  'Do not put the token into a question: everybody who can read the responses could use it. The seller’s id is enough to compare.',
];

/** Recipes for forms that take no script and do not redirect. */
export const CLOSED_FORMS: readonly ClosedTool[] = [
  {
    id: 'google-forms',
    name: 'Google Forms',
    class: 'neither',
    surveyUrl: 'https://docs.google.com/forms/d/e/1FAIpQL1234/viewform?embedded=true',
    needs: ['Two pages of your own, on one host.'],
    prefill: 'entry.1234567890',
    preparation: [
      'Add a short question for the seller’s id. With **⋮ → Get pre-filled link** find its parameter, such as `entry.1234567890`.',
      'In **Settings → Presentation → Confirmation message**, write: “Your answers are saved. Now press the link ‘I have submitted the form’ below.”',
      'In **Send → < >**, take the address of the form from `src`.',
    ],
    outcomeWords: LINKS,
    unconfirmed: [
      {
        statement: 'The confirmation message cannot hold a value of the form.',
        date: '2026-11-22',
      },
      { statement: 'A form can be shown in a frame.', date: '2026-11-23' },
    ],
    limits: [
      ...LIMITS,
      'A form that asks for a Google login cannot be shown in a frame. Switch off **Limit to 1 response** and the collection of verified addresses.',
    ],
  },
  {
    id: 'microsoft-forms',
    name: 'Microsoft Forms',
    class: 'neither',
    surveyUrl: 'https://forms.office.com/Pages/ResponsePage.aspx?id=ABC1234&embed=true',
    needs: [
      'Two pages of your own, on one host.',
      'A form that anyone can respond to, without a login.',
    ],
    prefill: 'r1234567890',
    preparation: [
      'Add a short question for the seller’s id. With **… → Get pre-filled link** find its parameter.',
      'In **Settings → Thank-you message**, write: “Your answers are saved. Now press the link ‘I have submitted the form’ below.”',
      'In **Collect responses → Embed**, take the address of the form from `src`.',
    ],
    outcomeWords: LINKS,
    unconfirmed: [
      {
        statement:
          'A visible question can be pre-filled. There is no redirect, and the message holds no value.',
        date: '2026-11-22',
      },
      { statement: 'A form can be shown in a frame.', date: '2026-11-23' },
    ],
    limits: LIMITS,
  },
];
