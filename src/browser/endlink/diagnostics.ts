/**
 * The part that tells a buyer in the console what is wrong and how to mend it.
 *
 * @module
 */
import { CONSOLE_SENTENCES } from '../../protocol/causes.ts';
import type { ConsoleCause } from '../../protocol/causes.ts';
import { OUTCOMES } from '../../protocol/endlink.ts';
import { distanceBetween } from '../../options/likely-name.ts';
import { serviceUrlMistake } from '../../protocol/service-url.ts';
import { codesOf, DRY_RUN_VALUES, OPTION_NAMES } from './options.ts';
import { ELEMENT_SELECTOR } from './parts.ts';
import type { EndlinkEngine, Explain, Parts } from './parts.ts';

/** Patterns of the placeholders that survey tools leave in the token's place, and the remedy for each. */
const TOOLS: [RegExp, string][] = [
  [/^(undefined|null)?$/, 'It has no value: check where the page that leads here takes it from.'],
  [
    /^\$\{e:/i,
    'Qualtrics: the Embedded Data field and the endlink URL need exactly this name; letter case counts.',
  ],
  [/^\$\{/, 'QuestionPro: pass the token in as custom1 and write ${custom1}.'],
  [
    /^\{\{\s*endlink_token/,
    'The marketplace fills in {{endlink_token}} only in the URL of the endlink question itself.',
  ],
  [/^\{\{/, 'Typeform: pick the hidden field with "recall information" instead of typing it.'],
  [/^\[url\(/i, 'Alchemer: the name inside [url("…")] must be that of the URL variable.'],
  [/^\{PASSTHRU:/i, 'LimeSurvey: add the parameter under Settings, Panel integration.'],
  [/^\{/, 'SurveyJS or Jotform: there is no variable or field of this name.'],
  [/^@/, 'Tally: pick the field from the @ menu; typed text is not replaced.'],
  [/^#recall/, 'Formbricks: add the hidden field, then pick it with @.'],
  [/^\[?%/, 'A panel’s variable: only the panel that defines it fills it in.'],
];

/** Matches names that people write for `baseUrl` and that share few letters with it. */
const BASE_URL_SYNONYMS = /^(service|server|api|endpoint|host)(Url|Host)?$/i;

/** Values for the names in a sentence. */
type Details = NonNullable<Parameters<Explain>[1]>;

/** A cause and its details, as they are printed. `undefined`: there is nothing to say. */
type Printable = [ConsoleCause, Details] | undefined;

/** Starts the part. */
export function start(engine: EndlinkEngine): Parts['diagnostics'] {
  const printed = new Set<string>();
  const explain: Explain = (cause, details = {}) => {
    const [id, facts] = refine(cause, details, engine) ?? [];
    if (!id) return;
    // Until the part for tokens has started, nothing that others wrote is printed.
    const redact = (text: string) => engine.parts.token?.redact(text) ?? text;
    const sentence = redact(fillSentence(CONSOLE_SENTENCES[id], facts ?? {}, redact));
    problems.set(id, sentence);
    if (!printed.has(sentence)) console.warn(`[vaultlink] ${sentence}`);
    printed.add(sentence);
    engine.page.onProblem?.();
  };
  const problems = (engine.page.problems ??= new Map());
  const { placeholder } = engine.page;
  if (placeholder !== undefined) explain('token-placeholder', detailsOfPlaceholder(placeholder));
  return { explain };
}

/**
 * Fills in what differs from page to page. What stands in quotation marks is the page's: it is without tokens before it is shortened, which could leave a
 * part of one.
 */
const fillSentence = (sentence: string, details: Details, redact: (text: string) => string) =>
  sentence.replace(/("?){(\w+)}\1/g, (_, mark: string, name: string) => {
    try {
      const text = String(details[name]);
      return mark ? `"${redact(text).slice(0, 200)}"` : text;
    } catch {
      return 'of that kind';
    }
  });

/** Adds what this part knows to the details of a cause, or finds the cause behind it. */
function refine(
  cause: Parameters<Explain>[0],
  details: Details,
  { options }: EndlinkEngine,
): Printable {
  switch (cause) {
    case 'base-url':
      return refineBaseUrl(String(details.value));
    case 'setting-unknown':
      return refineSetting(String(details.name), details.place === undefined);
    case 'element-unknown':
      return refineElement(String(details.name));
    case 'outcome-missing':
      return [cause, { values: OUTCOMES.join(', ') }];
    case 'outcome-unknown':
      return [
        cause,
        { ...details, values: [...OUTCOMES, ...codesOf(options).map(([code]) => code)].join(', ') },
      ];
    case 'test-value':
      return [cause, { ...details, values: DRY_RUN_VALUES.join(', ') }];
    case 'service-unreadable':
      return [cause, { value: options.baseUrl }];
    default:
      return [cause, details];
  }
}

function refineBaseUrl(value: string): Printable {
  const mistake = serviceUrlMistake(value);
  if (!mistake) return ['base-url-own-page', { value }];
  return value
    ? [mistake.kind === 'path' ? 'base-url-path' : 'base-url-form', { value, ...mistake }]
    : ['base-url-missing', {}];
}

/** Names a setting that does not exist. Other tools leave attributes of their own on a script, so there only what resembles a setting is named. */
function refineSetting(name: string, isAttribute: boolean): Printable {
  const meant = BASE_URL_SYNONYMS.test(name)
    ? 'baseUrl'
    : OPTION_NAMES.find((option) => isAlike(name, option));
  const write = isAttribute ? attributeOf : (option: string) => option;
  if (isAttribute && !meant) return undefined;
  return [
    'setting-unknown',
    {
      place: isAttribute ? 'The script tag' : 'window.vaultlinkConfig',
      name: isAttribute ? attributeOf(name) : `"${name}"`,
      meant: meant ? ` Do you mean ${write(meant)}?` : '',
    },
  ];
}

function refineElement(name: string): Printable {
  const meant = ELEMENT_SELECTOR.split(',').find((element) => distanceBetween(name, element) <= 2);
  return meant ? ['element-unknown', { name, meant: ` Do you mean <${meant}>?` }] : undefined;
}

/** Returns whether a name begins as another one does, or differs in few letters. */
function isAlike(name: string, option: string): boolean {
  const [one, other] = [name.toLowerCase(), option.toLowerCase()];
  return (
    one.slice(0, 4) === other.slice(0, 4) || distanceBetween(one, other) <= (one.length > 4 ? 2 : 1)
  );
}

const attributeOf = (name: string) =>
  `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Matches the words of survey tools that are as long as a token, but are none. */
const KNOWN_WORDS = /service_endlink_token|e:\/\/Field\//gi;

/** Matches what may be a token, or a part of an encoded one. */
const TOKEN_LIKE = /[\w+/=%-]{16}/;

function detailsOfPlaceholder(value: string): Details {
  const remedy = TOOLS.find(([pattern]) => pattern.test(value))?.[1];
  // A token that was encoded twice, or has a space behind it, is none that can be used either.
  const isName =
    (remedy ?? value.startsWith('<')) && !TOKEN_LIKE.test(value.replace(KNOWN_WORDS, ''));
  return {
    text: isName ? `"${value}"` : `a text of ${value.length} characters`,
    remedy: remedy ?? 'Check how the survey tool fills in this parameter.',
  };
}
