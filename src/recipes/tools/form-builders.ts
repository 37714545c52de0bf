import type { RedirectTool } from '../tool.ts';

/** Recipes for form builders and frameworks that redirect at the end. */
export const FORM_BUILDERS: readonly RedirectTool[] = [
  {
    id: 'typeform',
    name: 'Typeform',
    class: 'redirect',
    surveyUrl: 'https://form.typeform.com/to/AbCdEf12',
    needs: ['A paid plan for redirects and for more than one ending.'],
    placeholder: '{{hidden:NAME}}',
    insertion: 'picked',
    menu: '**+ → recall information →** `NAME`',
    capture: [
      'In **Workflow → Pull data in**, add the parameter `NAME` (formerly a hidden field).',
    ],
    endings: [
      'Add an ending of the kind **Redirect to URL** for each outcome, and paste its address.',
      'In **Logic**, lead each answer that screens out to the ending for `screenout`, and so on.',
    ],
    outcomeWords: [
      { outcome: 'complete', words: 'Ending', where: 'default ending' },
      {
        outcome: 'screenout',
        words: 'Ending for disqualified answers',
        where: 'an ending, reached by logic',
      },
      {
        outcome: 'quota_full',
        words: 'Response limit, quota ending',
        where: 'an ending, reached by logic',
      },
      { outcome: 'fail', words: 'Ending for failed checks', where: 'an ending, reached by logic' },
    ],
    unconfirmed: [
      {
        statement: 'A hosted form also reads them from the query (`?`), which the endlink needs.',
        date: '2026-11-23',
      },
      { statement: 'Redirects need a paid plan.', date: '2026-11-22' },
    ],
    limits: [
      'The service fills in `{{endlink_token}}` in the query of the endlink, not behind a `#`. If your form does not read the query, embed it in a page of your own with `data-tf-transitive-search-params`.',
      'An address opens in a frame’s parent when the form is embedded. `_blank` fails in Safari.',
    ],
  },
  {
    id: 'formbricks',
    name: 'Formbricks',
    class: 'redirect',
    surveyUrl: 'https://app.formbricks.com/s/clx1234',
    needs: ['Quotas need the Enterprise edition.'],
    placeholder: '#recall:NAME/fallback:missing#',
    insertion: 'picked',
    menu: '**@ →** `NAME`',
    capture: ['In **Hidden fields**, add the id `NAME`. A query parameter of this name fills it.'],
    endings: [
      'Add an ending card of the kind **Redirect to URL** for each outcome, and paste its address. As the fallback of the field, write `missing`.',
      'In **Logic** of a question, jump to the ending for `screenout` where an answer screens out.',
      'Let a full quota show an ending of its own. It has a button or a text until quotas can redirect.',
    ],
    outcomeWords: [
      { outcome: 'complete', words: 'Ending card', where: 'default ending' },
      { outcome: 'screenout', words: 'Ending card, reached by logic', where: 'ending' },
      { outcome: 'quota_full', words: 'Quota ending', where: 'custom end screen of the quota' },
      { outcome: 'fail', words: 'Ending card, reached by logic', where: 'ending' },
    ],
    unconfirmed: [],
    limits: [
      'The value is not encoded. A token with `+` or `/` would arrive changed; tokens of letters, digits, `-` and `_` do not need it.',
      'An address that only holds a recalled field as its start is refused by the editor. Paste the whole address first.',
    ],
  },
  {
    id: 'tally',
    name: 'Tally',
    class: 'redirect',
    surveyUrl: 'https://tally.so/r/abc123',
    needs: [],
    placeholder: '@NAME',
    insertion: 'picked',
    menu: '**@ →** `NAME`',
    capture: [
      'Type `/hidden`, and add a **Hidden fields** block with the field `NAME`. A query parameter of this name fills it.',
    ],
    endings: [
      'In **Settings → Redirect on completion**, paste the address for `complete`.',
      'Add conditional logic that redirects or jumps for answers that screen out. If your form has one redirect only, lead to a page of your own, and pass a calculated field as `status`.',
    ],
    outcomeWords: [
      { outcome: 'complete', words: 'Redirect on completion', where: 'form settings' },
      { outcome: 'screenout', words: 'Calculated field', where: '`status` of a page of your own' },
      { outcome: 'quota_full', words: 'Submission limit', where: '`status` of a page of your own' },
      { outcome: 'fail', words: 'Calculated field', where: '`status` of a page of your own' },
    ],
    unconfirmed: [
      {
        statement:
          'The redirect takes a field that is picked from the @ menu; a typed `@name` stays as it is.',
        date: '2026-11-22',
      },
      {
        statement: 'A form has one redirect on completion.',
        date: '2026-11-23',
      },
    ],
    limits: [
      'An `@name` that was typed, not picked, reaches the service as text, and reports nothing.',
    ],
  },
  {
    id: 'jotform',
    name: 'Jotform',
    class: 'redirect',
    surveyUrl: 'https://form.jotform.com/123456789012345',
    needs: [],
    tokenParam: 'endlinktoken',
    placeholder: '{NAME}',
    insertion: 'typed',
    capture: [
      'Add a **Short Text** field. In its **Advanced** properties, set the unique name to `NAME` and hide the field. A query parameter of this name fills it.',
    ],
    endings: [
      'In **Settings → Thank You Page**, redirect to an external link, and paste the address for `complete`.',
      'In **Settings → Conditions → Change Thank You Page**, add a condition for each of the other outcomes, and paste its address.',
    ],
    outcomeWords: [
      { outcome: 'complete', words: 'Thank You Page', where: 'settings' },
      { outcome: 'screenout', words: 'Change Thank You Page', where: 'conditions' },
      { outcome: 'quota_full', words: 'Form limit, Change Thank You Page', where: 'conditions' },
      { outcome: 'fail', words: 'Change Thank You Page', where: 'conditions' },
    ],
    unconfirmed: [
      {
        statement:
          'The parameter is the unique name of a field, and `{NAME}` in the external link of the Thank You page is its value.',
        date: '2026-11-22',
      },
      {
        statement: 'Conditions can change the Thank You page.',
        date: '2026-11-23',
      },
    ],
    limits: ['All of this is unconfirmed: try each end with the sandbox before you go live.'],
  },
  {
    id: 'otree',
    name: 'oTree',
    class: 'redirect',
    surveyUrl: 'https://otree.example/join/lahijuta/',
    needs: ['A session-wide link, without a file of participant labels.'],
    tokenParam: 'participant_label',
    isTokenParamFixed: true,
    placeholder: '{{ participant.label }}',
    insertion: 'typed',
    capture: [
      'oTree keeps `NAME` of the session-wide link as the label of the participant. There is nothing to declare.',
    ],
    endings: [
      'Give your app a last page for each outcome, and let `app_after_this_page` or `is_displayed` choose it.',
      'Put a link with the address of its outcome on each of these pages, or leave by the script below.',
    ],
    snippets: [
      {
        title: 'The page class of the end, in `__init__.py`',
        language: 'python',
        code: `class Complete(Page):
    @staticmethod
    def js_vars(player):
        return dict(token=player.participant.label)`,
      },
      {
        title: 'Its template, here for `complete`',
        language: 'html',
        code: `{{ block scripts }}
<script>
  location.replace('ADDRESS' + encodeURIComponent(js_vars.token));
</script>
{{ endblock }}`,
      },
    ],
    outcomeWords: [
      { outcome: 'complete', words: 'Last page', where: 'page sequence' },
      {
        outcome: 'screenout',
        words: 'Page for those who do not qualify',
        where: '`app_after_this_page`',
      },
      { outcome: 'quota_full', words: 'Page of a full group', where: '`app_after_this_page`' },
      {
        outcome: 'fail',
        words: 'Page after failed comprehension checks',
        where: '`app_after_this_page`',
      },
    ],
    unconfirmed: [
      {
        statement: 'Templates know `participant.label`, and `js_vars` hands values to scripts.',
        date: '2026-11-23',
      },
    ],
    limits: [
      'oTree redirects from the link to its own pages without the query, so the script tag would find no token there. That is why this recipe redirects.',
      'The label, and so the token, stands in the data of the experiment.',
      'A session that fills up at the start shows a page of oTree, from which nothing is reported.',
    ],
  },
];
