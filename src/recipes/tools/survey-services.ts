import type { RedirectTool } from '../tool.ts';

/** Recipes for survey services that redirect at the end. */
export const SURVEY_SERVICES: readonly RedirectTool[] = [
  {
    id: 'qualtrics',
    name: 'Qualtrics',
    class: 'redirect',
    surveyUrl: 'https://survey.qualtrics.com/jfe/form/SV_1234',
    needs: [],
    placeholder: '${e://Field/NAME}',
    insertion: 'typed',
    capture: [
      'In **Survey flow**, add an **Embedded Data** element as the first element. Name the field exactly `NAME`, and leave its value empty.',
    ],
    endings: [
      'In **Survey flow**, open **Customize** of the last **End of Survey** element. Choose **Redirect to a URL**, and paste the address for `complete`.',
      'Paste the same address into the End of Survey settings of the survey builder. The element of the flow overrides them, so both must agree.',
      'For each branch that screens out, add an **End of Survey** element below the branch, and paste the address for `screenout`.',
      'In **Tools → Quotas**, choose **End Current Survey → Customize → Redirect to a URL**, and paste the address for `quota_full`.',
      'For failed attention checks, add a branch with an **End of Survey** element, and paste the address for `fail`.',
    ],
    outcomeWords: [
      { outcome: 'complete', words: 'End of Survey', where: 'last element of the survey flow' },
      {
        outcome: 'screenout',
        words: 'Screen-Out, disqualify',
        where: 'End of Survey under a branch',
      },
      { outcome: 'quota_full', words: 'Over Quota, quota met', where: 'Tools → Quotas' },
      {
        outcome: 'fail',
        words: 'Quality disqualification, attention check',
        where: 'End of Survey under a branch',
      },
    ],
    unconfirmed: [],
    limits: [
      'A field that is missing or spelt differently (`Service_Endlink_Token`) leaves the token empty, and nothing is reported.',
      'A survey that is restarted or resumed later by a link without the parameter has no token.',
    ],
  },
  {
    id: 'surveymonkey',
    name: 'SurveyMonkey',
    class: 'redirect',
    surveyUrl: 'https://www.surveymonkey.com/r/ABC1234',
    needs: [
      'A plan with custom end pages and custom variables. A partner names Premier in most cases.',
    ],
    isTokenParamFixed: true,
    tokenParam: 'service_endlink_token',
    placeholder: '',
    insertion: 'appended',
    capture: [
      'In **Design Survey → Logic → Custom Variables → New Custom Variable**, create `NAME`. SurveyMonkey appends it under this name when it redirects, so the name must be exactly this one.',
    ],
    endings: [
      'In **Collect Responses → Web Link → Survey End Page**, choose a custom end page, and paste the address for `complete`.',
      'Let question skip logic lead to the disqualification page. In the collector, choose **On, send disqualified respondents to a custom disqualification URL**, and paste the address for `screenout`.',
      'A collector has one disqualification address. For `quota_full` or `fail` use a page of your own, or a second survey.',
    ],
    outcomeWords: [
      { outcome: 'complete', words: 'Survey End Page', where: 'options of the collector' },
      {
        outcome: 'screenout',
        words: 'Disqualified',
        where: 'custom disqualification URL of the collector',
      },
      { outcome: 'quota_full', words: 'Quota reached', where: 'no address of its own' },
      { outcome: 'fail', words: 'No end of its own', where: 'a page of your own' },
    ],
    unconfirmed: [
      {
        statement: 'The name of a custom variable may hold underscores.',
        date: '2026-11-22',
      },
    ],
    limits: [
      'Hosted surveys take no script.',
      'If your account refuses underscores in the name, lead to a page of your own with the tag and `data-token-param`.',
    ],
  },
  {
    id: 'alchemer',
    name: 'Alchemer',
    class: 'redirect',
    surveyUrl: 'https://survey.alchemer.com/s3/1234567/my-survey',
    needs: ['A plan with URL redirects and disqualify logic.'],
    placeholder: '[url("NAME")]',
    insertion: 'typed',
    capture: [
      'Alchemer reads every query parameter as a URL variable. To keep it with the response, add a **Hidden Value** action with `[url("NAME")]`.',
    ],
    endings: [
      'On the **Thank You** page, add a **URL Redirect** action, and paste the address for `complete`.',
      'In **Skip/Disqualify Logic** of a page, choose **External URL**, mark the response as **Disqualified**, and paste the address for `screenout`.',
      'Add a page with a **URL Redirect** action for full quotas, and paste the address for `quota_full`.',
      'Add one for failed quality checks, and paste the address for `fail`.',
    ],
    outcomeWords: [
      { outcome: 'complete', words: 'Complete', where: 'URL Redirect on the Thank You page' },
      {
        outcome: 'screenout',
        words: 'Disqualified',
        where: 'Skip/Disqualify Logic → External URL',
      },
      { outcome: 'quota_full', words: 'Over quota, quota closed', where: 'logic of the quota' },
      { outcome: 'fail', words: 'Quality terminate', where: 'a page with a URL Redirect' },
    ],
    unconfirmed: [],
    limits: [
      'Names are case-sensitive.',
      'Choose the protocol `HTTPS://` in the list beside the field, and do not paste it twice.',
    ],
  },
  {
    id: 'limesurvey',
    name: 'LimeSurvey',
    class: 'redirect',
    surveyUrl: 'https://survey.example/index.php/123456',
    needs: [],
    placeholder: '{PASSTHRU:NAME}',
    insertion: 'typed',
    capture: [
      'In **Settings → Panel integration**, add the URL parameter `NAME`. A target question is optional.',
    ],
    endings: [
      'In **Text elements → End URL**, paste the address for `complete`.',
      'In **Settings → Presentation**, switch on **Automatically load end URL when survey complete**.',
      'In **Quotas**, create a quota for each answer that screens out, with a limit of 0. Paste the address for `screenout` into its URL, and switch on its automatic redirect.',
      'In each real quota, paste the address for `quota_full`.',
      'For failed quality checks, create a quota with a limit of 0, and paste the address for `fail`.',
    ],
    outcomeWords: [
      { outcome: 'complete', words: 'End URL', where: 'text elements of the survey' },
      { outcome: 'screenout', words: 'Terminate: a quota with limit 0', where: 'URL of the quota' },
      { outcome: 'quota_full', words: 'Quota full', where: 'URL of the quota' },
      { outcome: 'fail', words: 'Quality: a quota with limit 0', where: 'URL of the quota' },
    ],
    unconfirmed: [
      {
        statement: 'Quotas with a limit of 0 screen out.',
        date: '2026-11-22',
      },
    ],
    limits: ['Without the automatic redirect the seller sees a link, and may never press it.'],
  },
  {
    id: 'questionpro',
    name: 'QuestionPro',
    class: 'redirect',
    surveyUrl: 'https://www.questionpro.com/t/ABC1234',
    needs: ['A paid plan: the free one has no automatic redirect.'],
    tokenParam: 'custom1',
    placeholder: '${NAME}',
    insertion: 'typed',
    capture: [
      'QuestionPro reads the fixed parameters `custom1`, `custom2` and so on. There is nothing to declare.',
    ],
    endings: [
      'In **Settings → Finish Options**, choose **Automatic Redirect**, and paste the address for `complete`.',
      'For answers that screen out, branch to the terminate page, and give it the address for `screenout`.',
      'In **Quota control**, set the redirect of a full quota to the address for `quota_full`.',
      'For failed quality checks, branch to a page that redirects to the address for `fail`.',
    ],
    outcomeWords: [
      { outcome: 'complete', words: 'Completed', where: 'Finish Options' },
      { outcome: 'screenout', words: 'Terminated', where: 'terminate page' },
      { outcome: 'quota_full', words: 'Over quota', where: 'Quota control' },
      { outcome: 'fail', words: 'Quality terminate', where: 'a page that redirects' },
    ],
    unconfirmed: [
      {
        statement: 'A full quota can redirect to an address with `${custom1}`.',
        date: '2026-11-22',
      },
    ],
    limits: ['A parameter with another name than `custom1` to `custom5` is ignored.'],
  },
];
