import type { RedirectTool } from '../tool.ts';
import { RESEARCH_DAY } from './dates.ts';

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
    facts: [
      {
        statement: 'A query parameter fills the embedded data field of the same name.',
        evidence: 'documented',
        source:
          'https://www.qualtrics.com/support/survey-platform/survey-module/survey-flow/standard-elements/passing-information-through-query-strings/',
        date: RESEARCH_DAY,
      },
      {
        statement:
          'The name is case-sensitive, and the field must be declared. The end is set in two places.',
        evidence: 'reported',
        source: 'http://www.sona-systems.com/help/qualtrics.aspx',
        date: RESEARCH_DAY,
      },
      {
        statement:
          'A redirect of an End of Survey element takes `${e://Field/…}`; one element for each branch that disqualifies.',
        evidence: 'reported',
        source:
          'https://support.fuelcycle.com/hc/en-us/articles/39281975533339-Qualtrics-Survey-Redirects-Community-Surveys',
        date: RESEARCH_DAY,
      },
      {
        statement:
          'A quota that is full redirects from Tools → Quotas, and quality checks have a redirect of their own.',
        evidence: 'reported',
        source: 'https://support.prodegemr.com/hc/en-us/articles/4419532383895',
        date: RESEARCH_DAY,
      },
    ],
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
    facts: [
      {
        statement:
          'Custom variables are created under Logic; the redirect is the custom end page of the collector.',
        evidence: 'reported',
        source: 'https://help.centiment.co/surveymonkey/required-setup',
        date: RESEARCH_DAY,
      },
      {
        statement:
          'SurveyMonkey adds the variable to the redirect by itself. A redirect needs a paid plan.',
        evidence: 'reported',
        source: 'https://www.sona-systems.com/help/surveymonkey.aspx',
        date: RESEARCH_DAY,
      },
      {
        statement: 'A collector has one disqualification option, which may be an address.',
        evidence: 'documented',
        source: 'https://help.surveymonkey.com/en/surveymonkey/create/disqualifying-respondents',
        date: RESEARCH_DAY,
      },
      {
        statement: 'The name of a custom variable may hold underscores.',
        evidence: 'unconfirmed',
        date: RESEARCH_DAY,
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
    facts: [
      {
        statement: 'The merge code `[url("NAME")]` is the value of a query parameter.',
        evidence: 'reported',
        source: 'https://sona-systems.com/help/surveygizmo',
        date: RESEARCH_DAY,
      },
      {
        statement:
          'A URL Redirect action passes URL variables, and can rename them with "Field to Pass".',
        evidence: 'reported',
        source:
          'https://support.fuelcycle.com/hc/en-us/articles/37835339870235-Alchemer-Community-Survey-Redirects',
        date: RESEARCH_DAY,
      },
      {
        statement: 'Skip/Disqualify Logic can lead to an external URL.',
        evidence: 'reported',
        source:
          'http://support.fuelcycle.com/hc/en-us/articles/37835423305755-Alchemer-Survey-Logic',
        date: RESEARCH_DAY,
      },
      {
        statement: 'Quotes in a merge code become single quotes when HTML is added.',
        evidence: 'documented',
        source: 'https://help.alchemer.com/help/merge-code-customizations',
        date: RESEARCH_DAY,
      },
    ],
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
    facts: [
      {
        statement: 'Panel integration captures URL parameters.',
        evidence: 'documented',
        source: 'https://limesurvey.org/manual/Panel_integration',
        date: RESEARCH_DAY,
      },
      {
        statement:
          '`{PASSTHRU:NAME}` works in the end URL and in the URL of a quota; the end URL must load automatically.',
        evidence: 'documented',
        source: 'https://manual.limesurvey.org/URL_fields',
        date: RESEARCH_DAY,
      },
      {
        statement: 'Quotas with a limit of 0 screen out.',
        evidence: 'unconfirmed',
        date: RESEARCH_DAY,
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
    facts: [
      {
        statement:
          '`?custom1=…` in, `${custom1}` out in the automatic redirect, which the free plan does not have.',
        evidence: 'reported',
        source: 'https://www.sona-systems.com/help/questionpro/',
        date: RESEARCH_DAY,
      },
      {
        statement: 'Custom variables `custom1` and so on, and the terminate page, exist.',
        evidence: 'documented',
        source: 'https://www.questionpro.com/help/scoring-engine-syntax-reference.html',
        date: RESEARCH_DAY,
      },
      {
        statement: 'A full quota can redirect to an address with `${custom1}`.',
        evidence: 'unconfirmed',
        date: RESEARCH_DAY,
      },
    ],
    limits: ['A parameter with another name than `custom1` to `custom5` is ignored.'],
  },
];
