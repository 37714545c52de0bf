import type { Outcome } from '../protocol/endlink.ts';

/**
 * How a tool can report: `script`: its pages take the script tag; `redirect`: it redirects at the end, and fills in a placeholder;
 * `neither`: a page of your own holds the token while the form is answered.
 */
export type ToolClass = 'script' | 'redirect' | 'neither';

/**
 * Where a fact comes from: `documented`: by the tool's vendor, or its source; `reported`: by a partner or another third party;
 * `unconfirmed`: from memory, so try it before you rely on it.
 */
type Evidence = 'documented' | 'reported' | 'unconfirmed';

/** Something that a recipe relies on. Plain sentences, with code in backticks. */
export interface Fact {
  statement: string;
  evidence: Evidence;
  /** Where it was read. A fact that is unconfirmed has none. */
  source?: string;
  /** The day on which it was read or written down: `2026-11-22`. */
  date: string;
}

/** What a tool calls an end, and where you find it there. */
export interface OutcomeWord {
  outcome: Outcome;
  words: string;
  where: string;
}

/** A piece of code for a place of its own. */
export interface Snippet {
  title: string;
  language: 'html' | 'js' | 'php' | 'python';
  code: string;
}

/** What all tools have. */
interface AnyTool {
  /** In addresses and commands: lower case, with hyphens. */
  id: string;
  name: string;
  /** An address as the tool gives it. It shows where yours belongs. */
  surveyUrl: string;
  /** What you must have: a plan, a permission, a host. Empty: nothing. */
  needs: readonly string[];
  outcomeWords: readonly OutcomeWord[];
  facts: readonly Fact[];
  /** What can be lost with this tool, and what to watch. */
  limits: readonly string[];
}

/** A tool whose pages take the script tag. */
export interface ScriptTool extends AnyTool {
  class: 'script';
  /** `tag`: attributes; `config`: `window.vaultlinkConfig`, for places that strip attributes. */
  settings: 'tag' | 'config';
  /** `vaultlink-all.js` where the tool's host takes no folder of files. */
  file: 'vaultlink.js' | 'vaultlink-all.js';
  /** Where {@link ScriptTool.placement} puts the file. Default: the root of your site, or a host of yours. */
  scriptUrl?: string;
  /** Attributes that keep an optimiser from this script, without a value where they have none. */
  optimizerAttributes?: readonly (readonly [name: string, value?: string])[];
  /** Steps to the place of the tag, then how to end. */
  placement: readonly string[];
  /** Other ways to place the tag. */
  alternatives?: readonly Snippet[];
  /** How to report from the tool's own code or blocks. */
  endings: readonly Snippet[];
}

/** A tool that redirects at the end. */
export interface RedirectTool extends AnyTool {
  class: 'redirect';
  /** The parameter that the tool can read. Default: the service's own. */
  tokenParam?: string;
  /** Only {@link RedirectTool.tokenParam} works. */
  isTokenParamFixed?: boolean;
  /** What the tool replaces by the token, with NAME for the name of the parameter. */
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
  /** Code for tools whose end is a template of yours. NAME, ADDRESS and PLACEHOLDER stand for what is composed. */
  snippets?: readonly Snippet[];
}

/** A tool that can do neither. */
export interface ClosedTool extends AnyTool {
  class: 'neither';
  /** Steps in the tool. */
  preparation: readonly string[];
  /** The query parameter of a prefilled question, as an example. */
  prefill: string;
}

/** A survey tool, and all that its recipe needs. */
export type Tool = ScriptTool | RedirectTool | ClosedTool;
