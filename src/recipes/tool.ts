import type { Outcome } from '../protocol/endlink.ts';

/**
 * Way in which a tool reports. `script`: its pages take the script tag. `redirect`: it redirects at the end, and fills in a placeholder. `neither`: a page
 * of your own holds the token while the form is answered.
 */
export type ToolClass = 'script' | 'redirect' | 'neither';

/** A fact that a recipe relies on and that no source confirms: try it before you rely on it. A plain sentence, with code in backticks. */
export interface UnconfirmedFact {
  statement: string;
  /** The day on which it was written down: `2026-11-22`. */
  date: string;
}

/** The tool's own words for an outcome, and the place where you find it in the tool. */
export interface OutcomeWord {
  outcome: Outcome;
  words: string;
  where: string;
}

/** A piece of code to paste. */
export interface Snippet {
  title: string;
  language: 'html' | 'js' | 'php' | 'python';
  code: string;
}

/** Properties of every tool. */
interface AnyTool {
  /** Id in addresses and commands: lower case, with hyphens. */
  id: string;
  name: string;
  /** An example of a survey address of the tool. */
  surveyUrl: string;
  /** Requirements: a plan, a permission, a host. Empty: none. */
  needs: readonly string[];
  outcomeWords: readonly OutcomeWord[];
  unconfirmed: readonly UnconfirmedFact[];
  /** Limits of this tool: outcomes that can be lost, and settings to watch. */
  limits: readonly string[];
}

/** A tool whose pages take the script tag. */
export interface ScriptTool extends AnyTool {
  class: 'script';
  /** `tag`: attributes; `config`: `window.vaultlinkConfig`, for places that strip attributes. */
  settings: 'tag' | 'config';
  /** `vaultlink-all.js` if the tool's host takes no folder of files. */
  file: 'vaultlink.js' | 'vaultlink-all.js';
  /** Address at which {@link ScriptTool.placement} puts the file. Default: the root of your site, or a host of yours. */
  scriptUrl?: string;
  /** Attributes that make optimisers skip this script. */
  optimizerAttributes?: readonly (readonly [name: string, value?: string])[];
  /** Steps to the place of the tag, and to the ends of the survey. */
  placement: readonly string[];
  /** Other ways to place the tag. */
  alternatives?: readonly Snippet[];
  /** Code that reports from the tool's own code or blocks. */
  endings: readonly Snippet[];
}

/** A tool that redirects at the end. */
export interface RedirectTool extends AnyTool {
  class: 'redirect';
  /** Query parameter that the tool can read. Default: the service's own. */
  tokenParam?: string;
  /** `true` if only {@link RedirectTool.tokenParam} works. */
  isTokenParamFixed?: boolean;
  /** Placeholder that the tool replaces by the token, with NAME for the name of the parameter. */
  placeholder: string;
  /**
   * `typed`: as text in the address; `picked`: from a menu of the tool, since typed text stays as it is; `appended`: the tool adds the
   * parameter by itself.
   */
  insertion: 'typed' | 'picked' | 'appended';
  /** The menu of `picked`. */
  menu?: string;
  /** Steps that let the tool read the token. `NAME` stands for the parameter. */
  capture: readonly string[];
  /** Steps to the places of the four addresses. */
  endings: readonly string[];
  /** Code for tools whose last page is your own template. ADDRESS stands for the composed address. */
  snippets?: readonly Snippet[];
}

/** A tool that takes no script and does not redirect. */
export interface ClosedTool extends AnyTool {
  class: 'neither';
  /** Steps in the tool. */
  preparation: readonly string[];
  /** The query parameter of a prefilled question, as an example. */
  prefill: string;
}

/** A survey tool, with the data of its recipe. */
export type Tool = ScriptTool | RedirectTool | ClosedTool;
