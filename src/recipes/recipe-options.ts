import { LANDING_NAMES, TOKEN_PARAMETER } from '../protocol/endlink.ts';
import { serviceUrlMistake } from '../protocol/service-url.ts';
import { endlinkUrlMistakes } from './check/endlink-rules.ts';
import { endlinkUrl } from './endlink-url.ts';
import type { Tool } from './tool.ts';

/** Options of a recipe. The default is an example or the usual value. */
export interface RecipeOptions {
  /** The service's `{base_url}`. Default: `https://service.example`. */
  serviceUrl?: string | undefined;
  /** The address of the survey, or of the form. Default: an example of the tool. */
  surveyUrl?: string | undefined;
  /** Query parameter that brings the token into the tool. Default: the parameter that the tool can read, or the service's own. */
  tokenParam?: string | undefined;
  /** The address of `vaultlink.js` on your pages. Default: `/vaultlink.js`, or an example on a host of yours. */
  scriptUrl?: string | undefined;
  /** The address of your own page: before the form, or at the end. Default: an example. */
  pageUrl?: string | undefined;
}

/** Options of a recipe with their defaults. */
export type RecipeSettings = { [Name in keyof RecipeOptions]-?: string };

/** A mistake in one of the options. */
export interface OptionMistake {
  option: keyof RecipeOptions;
  sentence: string;
}

/** Largest length of a parameter name. A longer text is probably a token, which must not be stored with the options. */
const MAX_NAME_LENGTH = 30;

/** Base URL of the service in examples. */
export const EXAMPLE_SERVICE = 'https://service.example';

/** The address of the sandbox that `vaultlink sandbox` runs. */
export const SANDBOX_SERVICE = 'http://127.0.0.1:4800';

/** Returns the options with their defaults. An empty text counts as missing. */
export function settingsOf(tool: Tool, options: RecipeOptions): RecipeSettings {
  const { serviceUrl, surveyUrl, tokenParam, scriptUrl, pageUrl } = options;
  return {
    serviceUrl: (serviceUrl?.trim() || EXAMPLE_SERVICE).replace(/\/+$/, ''),
    surveyUrl: surveyUrl?.trim() || tool.surveyUrl,
    tokenParam: tokenParam?.trim() || usualTokenParam(tool),
    scriptUrl: scriptUrl?.trim() || usualScriptUrl(tool),
    pageUrl: pageUrl?.trim() || usualPageUrl(tool),
  };
}

/** Returns the parameter under which a tool reads the token unless you choose another. */
export const usualTokenParam = (tool: Tool): string =>
  tool.class === 'redirect' ? (tool.tokenParam ?? TOKEN_PARAMETER) : TOKEN_PARAMETER;

function usualScriptUrl(tool: Tool): string {
  if (tool.class !== 'script') return '/vaultlink.js';
  if (tool.scriptUrl) return tool.scriptUrl;
  return tool.file === 'vaultlink.js' && tool.settings === 'tag'
    ? '/vaultlink.js'
    : `https://files.example/vaultlink/${tool.file}`;
}

const usualPageUrl = (tool: Tool) =>
  tool.class === 'neither' ? 'https://pages.example/before.html' : 'https://pages.example/end.html';

/** Returns every mistake in the options, with advice. */
export function mistakesOf(tool: Tool, settings: RecipeSettings): readonly OptionMistake[] {
  const { serviceUrl, scriptUrl, tokenParam } = settings;
  const service = serviceUrlMistake(serviceUrl);
  const wrongParam = mistakeInTokenParam(tool, tokenParam);
  const landing = tool.class === 'neither' ? 'pageUrl' : 'surveyUrl';
  const mistakeIn = (option: 'pageUrl' | 'surveyUrl', name: string) => {
    const url = settings[option];
    if (!isWebUrl(url)) return `${name} must be an absolute https or http address.`;
    // Without the name of the parameter there is no endlink URL.
    if (option !== landing || wrongParam) return undefined;
    const [wrong] = endlinkUrlMistakes(endlinkUrl(url, tokenParam), tokenParam, tool);
    return wrong && [`${name} makes a wrong endlink URL.`, wrong.cause, ...wrong.remedy].join(' ');
  };
  const sentences: RecipeOptions = {
    serviceUrl: service && `The service address ${service.rule} ${service.remedy}`,
    surveyUrl: mistakeIn('surveyUrl', 'The survey address'),
    pageUrl: mistakeIn('pageUrl', 'The address of your page'),
    scriptUrl: /[\s"'<>]/.test(scriptUrl)
      ? 'The address of the script must not hold spaces, quotes or angle brackets.'
      : undefined,
    tokenParam: wrongParam,
  };
  return (Object.keys(sentences) as (keyof RecipeOptions)[]).flatMap((option) => {
    const sentence = sentences[option];
    return sentence === undefined ? [] : { option, sentence };
  });
}

function mistakeInTokenParam(tool: Tool, tokenParam: string): string | undefined {
  const usual = usualTokenParam(tool);
  if (!/^[\w.~-]+$/.test(tokenParam))
    return 'The name of the parameter may hold letters, digits, and the signs _ - . and ~.';
  if (tokenParam.length > MAX_NAME_LENGTH)
    return 'That is too long for the name of a parameter. Enter the name, not a token.';
  if (tokenParam === LANDING_NAMES.sellerId)
    return `"${tokenParam}" is the parameter of the seller’s id. Choose another name.`;
  if (tool.class === 'redirect' && tool.isTokenParamFixed && tokenParam !== usual)
    return `${tool.name} works with the parameter "${usual}" only.`;
  return undefined;
}

const isWebUrl = (text: string) => /^https?:\/\/[^\s<>"]+$/i.test(text) && URL.canParse(text);
