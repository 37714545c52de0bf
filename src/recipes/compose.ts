import { OUTCOMES, outcomeUrl } from '../protocol/endlink.ts';
import type { Outcome } from '../protocol/endlink.ts';
import { VaultError } from '../protocol/errors.ts';
import { endlinkUrl } from './endlink-url.ts';
import { pageAfter, pageBefore } from './form-pages.ts';
import { configuredScript, configScript, scriptTag } from './markup.ts';
import type { TagSettings } from './markup.ts';
import { mistakesOf, settingsOf } from './recipe-options.ts';
import type { RecipeOptions, RecipeSettings } from './recipe-options.ts';
import type { ClosedTool, RedirectTool, ScriptTool, Snippet, Tool } from './tool.ts';

/** A text to copy. */
export interface Piece {
  /** Unique in its recipe. */
  id: string;
  title: string;
  language: 'text' | 'html' | 'js' | 'php' | 'python';
  text: string;
}

/** A section of a recipe: steps, and the texts to paste in them. */
export interface RecipeSection {
  title: string;
  /** Markdown: code in backticks, names of the tool in bold. */
  steps: readonly string[];
  pieces: readonly Piece[];
}

/** Steps and texts for one tool, in the order in which you need them. */
export interface Recipe {
  tool: Tool;
  settings: RecipeSettings;
  /** The address for the endlink question. @see interface §2.5 */
  endlinkUrl: string;
  /** The script tag of your pages. Missing if the recipe has none. */
  tag?: string;
  /** Addresses that the tool redirects to at each end, as the tool stores them. @see interface §4.4 */
  endAddresses?: Readonly<Record<Outcome, string>>;
  /** Addresses of a page of your own at each end, as the tool stores them. The tag of that page is {@link Recipe.tag}. */
  pageAddresses?: Readonly<Record<Outcome, string>>;
  sections: readonly RecipeSection[];
}

/** The outcomes in the order in which a survey is set up. */
const ENDS: readonly Outcome[] = ['complete', 'screenout', 'quota_full', 'fail'];

/** Words for each outcome in the address of a page of your own. */
export const STATUS_WORDS: Readonly<Record<Outcome, string>> = {
  complete: 'complete',
  fail: 'quality',
  quota_full: 'overquota',
  screenout: 'terminate',
};

/** Query parameter with one of {@link STATUS_WORDS}. */
export const STATUS_PARAMETER = 'status';

/** The value of `data-outcome-map` for {@link STATUS_WORDS} and for the numbers that many tools use. */
export const OUTCOME_MAP =
  'terminate:screenout overquota:quota_full quality:fail 1:complete 2:screenout 3:quota_full 4:fail';

/**
 * Composes all texts for a tool. Fetches nothing.
 *
 * @throws VaultError `configuration_error` with one message for each mistake in the options
 * @see interface §2.5 §4.4
 */
export function composeRecipe(tool: Tool, options: RecipeOptions = {}): Recipe {
  const settings = settingsOf(tool, options);
  const messages = mistakesOf(tool, settings).map(({ sentence }) => sentence);
  if (messages.length)
    throw new VaultError('configuration_error', messages.join(' '), { messages });
  switch (tool.class) {
    case 'script':
      return scriptRecipe(tool, settings);
    case 'redirect':
      return redirectRecipe(tool, settings);
    case 'neither':
      return closedRecipe(tool, settings);
  }
}

function scriptRecipe(tool: ScriptTool, settings: RecipeSettings): Recipe {
  const tagSettings = tagSettingsOf(settings, settings.tokenParam);
  const tag =
    tool.settings === 'config'
      ? configuredScript(tagSettings)
      : scriptTag(tagSettings, tool.optimizerAttributes);
  const pieces = (id: string, snippets: readonly Snippet[] = []) =>
    snippets.map(({ title, language, code }, index): Piece => {
      const text = code
        .replace('TAG', () => tag.replaceAll('\n', '\n  '))
        .replace('CONFIG', () => configScript(tagSettings));
      return { id: `${id}-${index + 1}`, title, language, text };
    });
  return {
    tool,
    settings,
    endlinkUrl: endlinkUrl(settings.surveyUrl, settings.tokenParam),
    tag,
    sections: [
      {
        title: 'Put the tag on your pages',
        steps: tool.placement,
        pieces: [
          { id: 'tag', title: 'The tag', language: 'html', text: tag },
          ...pieces('tag', tool.alternatives),
        ],
      },
      { title: 'Report how the survey ends', steps: [], pieces: pieces('end', tool.endings) },
      endlinkSection(settings.surveyUrl, settings.tokenParam),
    ],
  };
}

function redirectRecipe(tool: RedirectTool, settings: RecipeSettings): Recipe {
  const { serviceUrl, tokenParam, surveyUrl, pageUrl } = settings;
  const name = (text: string) => text.replaceAll('NAME', tokenParam);
  const placeholder = name(tool.placeholder);
  const addresses = (parameter: (outcome: Outcome) => string) =>
    Object.fromEntries(OUTCOMES.map((outcome) => [outcome, parameter(outcome)])) as Record<
      Outcome,
      string
    >;
  const starts = addresses((outcome) => outcomeUrl(serviceUrl, `${outcome}.html`, ''));
  const pageStarts = addresses((outcome) => pageAddress(pageUrl, outcome));
  const stored = (start: string) =>
    tool.insertion === 'appended'
      ? start.slice(0, start.lastIndexOf(tokenParam) - 1)
      : start + placeholder;
  const pasted = (start: string) => (tool.insertion === 'picked' ? start : stored(start));

  const pickSteps =
    tool.insertion === 'picked'
      ? [
          `Each address ends in \`=\`. Put the cursor behind it, and pick ${name(tool.menu ?? '')}. ${tool.name} stores \`${placeholder}\`; if you type that yourself, it may stay as it is.`,
        ]
      : [];

  const pieces = (
    id: string,
    from: Record<Outcome, string>,
    titleOf: (outcome: Outcome) => string,
  ) =>
    ENDS.map((outcome): Piece => ({
      id: `${id}-${outcome}`,
      title: titleOf(outcome),
      language: 'text',
      text: pasted(from[outcome]),
    }));
  const tag = scriptTag({
    baseUrl: serviceUrl,
    scriptUrl: settings.scriptUrl,
    outcomeParam: STATUS_PARAMETER,
    outcomeMap: OUTCOME_MAP,
  });
  return {
    tool,
    settings,
    endlinkUrl: endlinkUrl(surveyUrl, tokenParam),
    tag,
    endAddresses: addresses((outcome) => stored(starts[outcome])),
    pageAddresses: addresses((outcome) => stored(pageStarts[outcome])),
    sections: [
      { title: `Let ${tool.name} keep the token`, steps: tool.capture.map(name), pieces: [] },
      {
        title: 'Paste an address for each end',
        steps: [...tool.endings.map(name), ...pickSteps],
        pieces: [
          ...pieces('end', starts, (outcome) => `${outcome}: ${wordsOf(tool, outcome)}`),
          ...(tool.snippets ?? []).map(({ title, language, code }, index): Piece => ({
            id: `code-${index + 1}`,
            title,
            language,
            text: code.replaceAll('ADDRESS', () => starts.complete),
          })),
        ],
      },
      endlinkSection(surveyUrl, tokenParam),
      {
        title: 'Or let one page of your own report',
        steps: [
          `Use this where the tool has one redirect only, or where you want to thank the seller yourself. The page reads \`${STATUS_PARAMETER}\` and reports the outcome.`,
          'Paste these addresses in place of the four above.',
          ...pickSteps,
        ],
        pieces: [
          {
            id: 'tag',
            title: 'The tag, first in the head of your page',
            language: 'html',
            text: tag,
          },
          {
            id: 'finish',
            title: 'In its body',
            language: 'html',
            text: '<endlink-finish></endlink-finish>',
          },
          ...pieces('page', pageStarts, (outcome) => `Your page for ${outcome}`),
        ],
      },
    ],
  };
}

function closedRecipe(tool: ClosedTool, settings: RecipeSettings): Recipe {
  const tagSettings = tagSettingsOf(settings, settings.tokenParam);
  const tag = scriptTag(tagSettings);
  return {
    tool,
    settings,
    endlinkUrl: endlinkUrl(settings.pageUrl, settings.tokenParam),
    tag,
    sections: [
      { title: 'Prepare the form', steps: tool.preparation, pieces: [] },
      {
        title: 'Make a page before and a page after',
        steps: [
          'Save both pages in one folder of your site, beside `vaultlink.js` and the files `vaultlink-*.js`.',
          `In the page before, replace \`${tool.prefill}\` by the parameter of your question.`,
        ],
        pieces: [
          {
            id: 'before',
            title: 'before.html',
            language: 'html',
            text: pageBefore(tool, settings.surveyUrl, tagSettings),
          },
          { id: 'after', title: 'after.html', language: 'html', text: pageAfter(tagSettings) },
        ],
      },
      endlinkSection(settings.pageUrl, settings.tokenParam),
    ],
  };
}

const endlinkSection = (address: string, tokenParam: string): RecipeSection => ({
  title: 'Enter the endlink URL in the marketplace',
  steps: [
    'Paste it into the endlink question of your packet. The service replaces `{{endlink_token}}` for each seller; do not fill it in yourself.',
  ],
  pieces: [
    {
      id: 'endlink-url',
      title: 'The endlink URL',
      language: 'text',
      text: endlinkUrl(address, tokenParam),
    },
  ],
});

const tagSettingsOf = (settings: RecipeSettings, tokenParam: string): TagSettings => ({
  baseUrl: settings.serviceUrl,
  scriptUrl: settings.scriptUrl,
  tokenParam,
});

const wordsOf = ({ outcomeWords }: Tool, outcome: Outcome) =>
  outcomeWords.find((word) => word.outcome === outcome)?.words ?? '–';

/** Returns the address of a page of your own up to the value of the token. */
function pageAddress(pageUrl: string, outcome: Outcome): string {
  const [beforeHash = ''] = pageUrl.split('#');
  const separator = beforeHash.includes('?') ? '&' : '?';
  return `${beforeHash}${separator}${STATUS_PARAMETER}=${STATUS_WORDS[outcome]}&service_endlink_token=`;
}
