import {
  address,
  FINISH,
  landing,
  last,
  page,
  SERVICE,
  START,
  tag,
  THANKS,
} from '../site-parts.ts';
import type { Mistake } from '../site-parts.ts';

const config = (text: string) => `<script>window.vaultlinkConfig=${text}</script>${tag()}`;
const withBaseUrl = (name: string) => tag().replace('data-base-url', name);
const baseUrl = (value: string) => {
  const head = tag().replace(SERVICE, value);
  return { '/': page(head, START), '/end': page(head, FINISH) };
};

const PHONE = '<meta name="viewport" content="width=device-width">';
const WIDE = `<div class="wide">${FINISH}</div>${THANKS}`;
const onLeaving = (code: string) =>
  `<script>addEventListener('beforeunload',()=>{${code}})</script>`;

/** Mistakes with settings, elements and the outcome. */
export const SETTING_MISTAKES: readonly Mistake[] = [
  {
    name: 'has its element in a comment that is not closed',
    causeId: 'element-unread',
    broken: 'reported',
    pages: last(tag(), `<!-- The end ->${FINISH}`),
  },
  {
    name: 'shows its element as text',
    causeId: 'element-unread',
    broken: 'reported',
    pages: last(tag(), FINISH.replaceAll('<', '&lt;')),
  },
  {
    name: 'makes its element by a script, and does not put it into the page',
    causeId: 'element-loose',
    broken: 'reported',
    pages: last(
      `${tag()}<script>document.createElement('endlink-finish').setAttribute('outcome','complete')</script>`,
      THANKS,
    ),
  },
  {
    name: 'calls a deferred tag before it has run',
    causeId: 'call-failed',
    broken: 'reported',
    pages: last(tag('defer'), "<script>vaultlink.report('complete')</script>"),
  },
  {
    name: 'writes data-baseurl',
    causeId: 'setting-unknown',
    broken: 'service',
    pages: {
      '/': page(withBaseUrl('data-baseurl'), START),
      '/end': page(withBaseUrl('data-baseurl'), FINISH),
    },
  },
  {
    name: 'writes data-service',
    causeId: 'setting-unknown',
    broken: 'service',
    pages: {
      '/': page(withBaseUrl('data-service'), START),
      '/end': page(withBaseUrl('data-service'), FINISH),
    },
  },
  {
    name: 'writes data-outome',
    causeId: 'setting-unknown',
    broken: 'tag',
    pages: last(tag('data-outome="complete"'), THANKS),
  },
  {
    name: 'has a value of data-test that is no dry run',
    causeId: 'test-value',
    pages: last(tag('data-test="false"')),
  },
  {
    name: 'is a dry run',
    causeId: 'dry-run',
    broken: 'reported',
    pages: { '/': page(tag('data-test="on"'), START), '/end': page(tag('data-test="on"'), FINISH) },
  },
  {
    name: 'has a map of outcomes with equals signs',
    causeId: 'outcome-map',
    broken: 'reported',
    pages: last(tag('data-outcome-map="1=complete" data-outcome="1"'), THANKS),
  },
  {
    name: 'carries to an address in the place of a host',
    causeId: 'carry-no-host',
    broken: 'kept',
    pages: landing(tag('data-carry="{other}/end"'), '<a id="start" href="{other}/end">Start</a>'),
  },
  {
    name: 'has settings that are text',
    causeId: 'settings-not-plain',
    broken: 'tag',
    pages: landing(config(`"${SERVICE}"`)),
  },
  {
    name: 'has a setting that is a function',
    causeId: 'setting-unreadable',
    broken: 'tag',
    pages: landing(config('{sellerParam:function(){}}')),
  },
  {
    name: 'sets a setting twice',
    causeId: 'setting-twice',
    pages: landing(
      config('{sellerParam:"a"}').replace('data-base-url', 'data-seller-param="b" data-base-url'),
    ),
  },
  {
    name: 'has no address of the service',
    causeId: 'base-url-missing',
    broken: 'service',
    pages: baseUrl(''),
  },
  {
    name: 'has a public address of the service with http',
    causeId: 'base-url-form',
    broken: 'service',
    pages: baseUrl('http://service.example'),
  },
  {
    name: 'has the address of an endpoint as that of the service',
    causeId: 'base-url-path',
    broken: 'service',
    pages: baseUrl(`${SERVICE}/oauth`),
  },
  {
    name: 'misspells the element',
    causeId: 'element-unknown',
    broken: 'tag',
    pages: last(tag(), FINISH.replaceAll('endlink-finish', 'endlink-finsh')),
  },
  {
    name: 'has an element without an outcome',
    causeId: 'outcome-missing',
    broken: 'reported',
    pages: last(tag(), FINISH.replace(' outcome="complete"', '')),
  },
  {
    name: 'has an element with a word that is no outcome',
    causeId: 'outcome-unknown',
    broken: 'reported',
    pages: last(tag(), FINISH.replace('complete', 'completed')),
  },
  {
    name: 'has an outcome at the tag that is none',
    causeId: 'outcome-unknown',
    broken: 'reported',
    pages: last(tag('data-outcome="done"'), THANKS),
  },
  {
    name: 'hides its element',
    causeId: 'element-hidden',
    broken: 'reported',
    pages: last(tag(), `<div style="display:none">${FINISH}</div>`),
  },
  {
    name: 'hides its element on a phone by a style',
    causeId: 'element-hidden-on-phone',
    broken: 'reported',
    cause: /\/end is not rendered on the screen of a phone/,
    pages: last(`${tag()}${PHONE}<style>@media(width<600px){.wide{display:none}}</style>`, WIDE),
  },
  {
    name: 'reports in beforeunload by a request of its own',
    causeId: 'reported-on-leaving',
    broken: 'reported',
    pages: {
      '/': page(`${tag()}${onLeaving(`fetch(${address('complete')},{keepalive:true})`)}`, START),
      '/end': page(tag(), THANKS),
    },
  },
  {
    name: 'asks the tag for its report in beforeunload',
    causeId: 'reported-on-leaving',
    broken: 'reported',
    cause: /only when the seller leaves .*\/, in its event "beforeunload"/,
    pages: {
      '/': page(`${tag()}${onLeaving("vaultlink.report('complete')")}`, START),
      '/end': page(tag(), THANKS),
    },
  },
  {
    name: 'asks the tag for its report in beforeunload, and is gone before that is sent',
    causeId: 'reported-on-leaving',
    broken: 'reported',
    cause: /only when the seller leaves .*\/, in its event "beforeunload"/,
    pages: {
      '/': page(
        `${tag()}<script>fetch=()=>new Promise(()=>{})</script>${onLeaving("vaultlink.report('complete')")}`,
        START,
      ),
      '/end': page(tag(), THANKS),
    },
  },
  {
    name: 'reports in beforeunload of its last page, which a seller may leave open',
    causeId: 'reported-on-leaving',
    broken: 'reported',
    pages: last(`${tag()}${onLeaving("vaultlink.report('complete')")}`, THANKS),
  },
  {
    name: 'reports another outcome by a script than its element says',
    causeId: 'outcome-of-element',
    broken: 'outcome',
    pages: last(`${tag()}<script>vaultlink.report('screenout')</script>`),
  },
  {
    name: 'reports two outcomes by a script',
    causeId: 'outcome-locked',
    broken: 'outcome',
    pages: last(
      `${tag()}<script>vaultlink.report('complete');vaultlink.report('fail')</script>`,
      THANKS,
    ),
  },
  {
    name: 'blocks the report by a policy of the page',
    causeId: 'report-blocked',
    broken: 'reported',
    pages: last(`<meta http-equiv="content-security-policy" content="connect-src 'self'">${tag()}`),
  },
];
