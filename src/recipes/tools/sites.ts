import type { OutcomeWord, ScriptTool, Snippet } from '../tool.ts';

const finishBlock = (block: string): Snippet => ({
  title: `In ${block} of the page that ends the survey: one of these lines`,
  language: 'html',
  code: `<endlink-finish outcome="complete"></endlink-finish>
<endlink-finish outcome="screenout"></endlink-finish>
<endlink-finish outcome="quota_full"></endlink-finish>
<endlink-finish outcome="fail"></endlink-finish>`,
});

const pages = (where: string): readonly OutcomeWord[] => [
  { outcome: 'complete', words: 'Thank-you page', where },
  { outcome: 'screenout', words: 'Page for those who do not qualify', where },
  { outcome: 'quota_full', words: 'Page after the quota is full', where },
  { outcome: 'fail', words: 'Page after a failed check', where },
];

const ONE_FILE =
  'Put `vaultlink-all.js` on a host of yours that serves files over https. This host takes no folder of scripts, and one file is all it needs.';

/** Recipes for site builders, and for Google Tag Manager. */
export const SITES: readonly ScriptTool[] = [
  {
    id: 'wordpress',
    name: 'WordPress',
    class: 'script',
    surveyUrl: 'https://survey.example/start/',
    needs: [
      'On WordPress.com a plan that takes plugins. On your own host the role of an administrator.',
    ],
    settings: 'tag',
    file: 'vaultlink.js',
    scriptUrl: '/wp-content/vaultlink/vaultlink.js',
    optimizerAttributes: [
      ['data-cfasync', 'false'],
      ['nowprocket'],
      ['data-no-optimize', '1'],
      ['data-noptimize', '1'],
      ['data-no-defer', '1'],
      ['data-no-minify', '1'],
    ],
    placement: [
      'Upload `vaultlink.js` and the files `vaultlink-*.js` into a folder `vaultlink` in `wp-content`, such as over SFTP. The media library does not take scripts.',
      'Add the tag to the header with a plugin for header code, or with `wp_head` at priority 0, so that it comes first. If WordPress is below a path such as `/blog/`, write the path before `/wp-content/`.',
      'In your optimiser, exclude `vaultlink` from minifying, combining, deferring and delaying. Then empty every cache.',
      'Look at the page’s source: the tag must stand there with its `src`, and with a `type` of neither `rocketlazyloadscript` nor `litespeed/javascript`.',
    ],
    alternatives: [
      {
        title: 'Or in the functions.php of a child theme, for the header',
        language: 'php',
        code: `<?php
add_action('wp_head', function () { ?>
  TAG
<?php }, 0);`,
      },
      {
        title:
          'Where an optimiser inlines or strips the tag: settings that it leaves alone, before the tag',
        language: 'html',
        code: 'CONFIG',
      },
    ],
    endings: [finishBlock('a Custom HTML block')],
    outcomeWords: pages('a page with the Custom HTML block'),
    unconfirmed: [
      {
        statement:
          '`nowprocket` keeps WP Rocket away, `data-no-optimize` and `data-no-defer` LiteSpeed, `data-noptimize` Autoptimize, `data-no-minify` others.',
        date: '2026-11-23',
      },
    ],
    limits: [
      'A delayed tag runs at the first touch. Until then the token stands in the address, where other scripts can read it. A seller who never touches the page has not been reported.',
      'A page cache that ignores the query may serve the landing page with a redirect that drops it, or with the token of another seller in the link of a comment form. Exclude the landing page, and turn its comments off.',
      'A user without the right to unfiltered HTML loses the element when they save a page. Editors have no such right. On a network, or with `DISALLOW_UNFILTERED_HTML`, administrators have none either.',
    ],
  },
  {
    id: 'webflow',
    name: 'Webflow',
    class: 'script',
    surveyUrl: 'https://survey.example/start',
    needs: ['A paid site plan: the free one takes no custom code.'],
    settings: 'tag',
    file: 'vaultlink-all.js',
    placement: [
      ONE_FILE,
      'In **Site settings → Custom code → Head code**, paste the tag. Save and publish.',
    ],
    endings: [finishBlock('a Code Embed')],
    outcomeWords: pages('a page with a Code Embed'),
    unconfirmed: [
      {
        statement: 'Head code of the site comes before the page’s own.',
        date: '2026-11-23',
      },
    ],
    limits: ['Custom code runs on the published site only, not in the designer.'],
  },
  {
    id: 'wix',
    name: 'Wix',
    class: 'script',
    surveyUrl: 'https://survey.example/start',
    needs: ['A premium plan and a domain of your own.'],
    settings: 'tag',
    file: 'vaultlink-all.js',
    placement: [
      ONE_FILE,
      'In **Settings → Custom Code**, add the tag to **Head**, on **all pages**, and load it on each new page.',
    ],
    endings: [
      {
        title:
          'In Settings → Custom Code, on the page that ends the survey only, at the end of the body',
        language: 'html',
        code: `<script>
  (window.vaultlink = window.vaultlink || []).push(function (vaultlink) {
    vaultlink.report('complete');
  });
</script>`,
      },
    ],
    outcomeWords: pages('a page with its own custom code'),
    unconfirmed: [
      {
        statement: 'Custom Code needs a premium plan and a connected domain.',
        date: '2026-11-23',
      },
    ],
    limits: [
      'An HTML embed of Wix is a frame of another host: an `<endlink-finish>` in it does not find the token. Report from custom code.',
      'Wix changes pages without loading them anew. Scripts of Wix may read the address before the tag does.',
    ],
  },
  {
    id: 'squarespace',
    name: 'Squarespace',
    class: 'script',
    surveyUrl: 'https://survey.example/start',
    needs: ['A plan with code injection: Core, Business or higher.'],
    settings: 'tag',
    file: 'vaultlink-all.js',
    placement: [ONE_FILE, 'In **Settings → Advanced → Code Injection → Header**, paste the tag.'],
    endings: [finishBlock('a Code Block')],
    outcomeWords: pages('a page with a Code Block'),
    unconfirmed: [],
    limits: ['Scripts of a Code Block do not run while you are logged in and edit the page.'],
  },
  {
    id: 'shopify',
    name: 'Shopify',
    class: 'script',
    surveyUrl: 'https://survey.example/pages/survey',
    needs: ['The right to edit the theme’s code.'],
    settings: 'tag',
    file: 'vaultlink-all.js',
    placement: [
      'In **Online Store → Themes → Edit code → Assets**, upload `vaultlink-all.js`, and copy its address. A host of yours works as well.',
      'In `layout/theme.liquid`, paste the tag right after `<head>`, before `{{ content_for_header }}`.',
    ],
    endings: [finishBlock('a Custom Liquid section')],
    outcomeWords: pages('a page with a Custom Liquid section'),
    unconfirmed: [
      {
        statement: 'The checkout takes no code of the theme.',
        date: '2026-11-23',
      },
    ],
    limits: [
      'Checkout and thank-you pages of the checkout do not have the tag. End the survey on a page of the theme.',
    ],
  },
  {
    id: 'google-tag-manager',
    name: 'Google Tag Manager',
    class: 'script',
    surveyUrl: 'https://survey.example/start',
    needs: ['The right to publish the container, and Custom HTML tags that are not blocked.'],
    settings: 'config',
    file: 'vaultlink.js',
    placement: [
      'Put `vaultlink.js` and the files `vaultlink-*.js` into one folder of a host of yours. If your pages are on another host, this one must send `Access-Control-Allow-Origin: *` with the files. A host that cannot do so can serve `vaultlink-all.js` alone: give its address to the recipe.',
      'Create a tag of the type **Custom HTML** with the code, and the trigger **Initialization – All Pages**. It needs no `document.write`.',
      'Publish the container.',
    ],
    endings: [
      {
        title: 'In a second Custom HTML tag, triggered on the page that ends the survey',
        language: 'html',
        code: `<script>
  (window.vaultlink = window.vaultlink || []).push(function (vaultlink) {
    vaultlink.report('complete');
  });
</script>`,
      },
    ],
    outcomeWords: [
      { outcome: 'complete', words: 'Page View of the thank-you page', where: 'a trigger' },
      {
        outcome: 'screenout',
        words: 'Page View of the page for those who do not qualify',
        where: 'a trigger',
      },
      { outcome: 'quota_full', words: 'Custom Event', where: 'a trigger' },
      { outcome: 'fail', words: 'Custom Event', where: 'a trigger' },
    ],
    unconfirmed: [
      {
        statement:
          'A script of a Custom HTML tag is inserted anew, and may lose its `data-` attributes.',
        date: '2026-11-22',
      },
    ],
    limits: [
      'Other tags run before this one, and may send the token in the page’s address to their own servers. The tag in your page’s `<head>` has no such gap.',
      'Sellers who block tag managers, or refuse consent where the container waits for it, are not reported and not paid.',
    ],
  },
];
