import { html } from 'hono/html';
import type { SandboxCore } from '../../core/core.ts';
import { isChanged } from '../../service/behaviour/choices.ts';
import { replyList } from '../../service/behaviour/reply-table.ts';
import { switchList } from '../../service/behaviour/switch-table.ts';
import { LAB_PATH } from '../../service/pages/console-path.ts';
import type { Html } from '../../service/pages/document.ts';
import { mistakeSummary } from '../fields.ts';
import type { Draft } from '../fields.ts';
import { sectionLink, sectionText } from '../log/sections.ts';

/** A switch, or a part of a reply. */
interface Setting {
  /** Name of its field, such as `cors` or `used_token.status`. */
  name: string;
  value: unknown;
  default: unknown;
  values: readonly unknown[] | string;
}

/** Settings that share a meaning: a switch, or all parts of a reply. */
interface SettingRow {
  name: string;
  meaning: string;
  section: string;
  settings: readonly Setting[];
}

/** Returns the switches, a row each. */
const switchRows = (core: SandboxCore): SettingRow[] =>
  switchList(core.behaviour).map((one) => ({ ...one, settings: [one] }));

/** Returns the replies, a row each. */
const replyRows = (core: SandboxCore): SettingRow[] =>
  replyList(core.replies).map(({ reason, meaning, section, parts }) => ({
    ...{ name: reason, meaning, section },
    settings: parts.map((part) => ({ ...part, name: `${reason}.${part.name}` })),
  }));

/** Returns all settings. */
export const allSettings = (core: SandboxCore): Setting[] =>
  [...switchRows(core), ...replyRows(core)].flatMap(({ settings }) => settings);

/** Renders the search in the switches and replies. The script searches while a person types. */
export const searchForm = (core: SandboxCore, q: string): Html =>
  html`<form class="search-row" method="get" action="${core.address(LAB_PATH)}" role="search">
    <div class="field wide-field">
      <label for="q">Search switches and replies</label>
      <input id="q" type="search" name="q" value="${q}" autocomplete="off" data-search />
    </div>
    <button>Search</button>
  </form>`;

/** Renders all switches and replies in one form, so that several change at once. Hides those in which the text `q` is not. */
export function settingsForm(core: SandboxCore, q: string, draft?: Draft): Html {
  const count = allSettings(core).filter(isChanged).length;
  const reset = core.address('/sandbox/lab/switches/reset');
  const fits = ({ name, meaning, settings }: SettingRow) =>
    [name, meaning, ...settings.map((one) => one.name)].some((text) =>
      text.toLowerCase().includes(q.toLowerCase()),
    );
  const [switches, replies] = [switchRows(core), replyRows(core)];
  const rows = (all: readonly SettingRow[]) =>
    all.map((one) => settingRow(core, one, { reset, draft, isHidden: !fits(one) }));
  return html`
    <header class="part-head">
      <h2 id="switches-title" tabindex="-1">Switches and replies</h2>
      <p id="changed-count">${count ? `${count} changed` : 'All at their defaults'}</p>
    </header>
    <p class="note">
      Where the interface leaves something open, a switch decides what the service does, and a reply
      what it answers.
    </p>
    <form
      id="switch-form"
      method="post"
      action="${core.address('/sandbox/lab/switches')}"
      novalidate
    >
      ${mistakeSummary('switches', draft, 'Nothing was changed')}
      <fieldset>
        <legend>Switches</legend>
        ${rows(switches)}
      </fieldset>
      <fieldset>
        <legend>Replies</legend>
        ${rows(replies)}
      </fieldset>
      <p id="no-behaviour" class="empty" ${[...switches, ...replies].some(fits) ? 'hidden' : ''}>
        Nothing fits.
      </p>
      <div class="sticky-buttons">
        <button class="primary">Apply</button>
        <button formaction="${reset}">Reset all</button>
      </div>
    </form>
  `;
}

function settingRow(
  core: SandboxCore,
  { name, meaning, section, settings }: SettingRow,
  { reset, draft, isHidden }: { reset: string; draft: Draft | undefined; isHidden: boolean },
): Html {
  const hasChanged = settings.some(isChanged);
  return html`<div
    id="row-${name}"
    class="${hasChanged ? 'switch-row is-changed' : 'switch-row'}"
    ${isHidden ? 'hidden' : ''}
  >
    <div class="switch-text">
      <code>${name}</code>
      ${hasChanged ? html`<span class="badge waiting">Changed</span>` : ''}
      <p id="${name}-meaning" class="note">
        ${meaning}
        <span class="switch-facts" title="${sectionText(section) ?? ''}"
          >${sectionLink(core, section)}</span
        >
      </p>
    </div>
    <div class="switch-values">
      ${settings.map((one) => settingField(one, `${name}-meaning`, reset, draft))}
    </div>
  </div>`;
}

function settingField(
  one: Setting,
  meaningId: string,
  reset: string,
  draft: Draft | undefined,
): Html {
  const { name } = one;
  const mistake = draft?.mistakes[name];
  const [reason = '', part] = name.split('.');
  return html`<div class="switch-value">
    <label for="${name}" class="${part ? '' : 'visually-hidden'}"
      >${part ? html`<span class="visually-hidden">${reason}</span> ${part}` : name}</label
    >
    ${control(one, draft?.values[name] ?? fieldText(one.value), meaningId, mistake !== undefined)}
    <span class="note">default <code>${valueText(one.default)}</code></span>
    ${
      isChanged(one)
        ? html`<button class="small" formaction="${reset}" name="reset" value="${name}">
            Reset<span class="visually-hidden"> ${name}</span>
          </button>`
        : ''
    }
    ${mistake ? html`<p id="${name}-mistake" class="mistake">${mistake}</p>` : ''}
  </div>`;
}

function control(
  { name, values, default: initial }: Setting,
  value: string,
  meaningId: string,
  isMistaken: boolean,
): Html {
  const described = isMistaken ? `${meaningId} ${name}-mistake` : meaningId;
  const invalid = isMistaken ? html`aria-invalid="true" autofocus` : '';
  if (typeof values === 'string') {
    return html`<input
      id="${name}"
      name="${name}"
      value="${value}"
      autocomplete="off"
      aria-describedby="${described}"
      ${typeof initial === 'number' ? html`inputmode="numeric"` : ''}
      ${invalid}
    />`;
  }
  return html`<select id="${name}" name="${name}" aria-describedby="${described}" ${invalid}>
    ${values.map((one) => {
      const text = fieldText(one);
      return html`<option value="${text}" ${text === value ? 'selected' : ''}>
        ${valueText(one)}
      </option>`;
    })}
  </select>`;
}

const valueText = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'on' : 'off') : fieldText(value);

/** Returns a value as its field posts it: the fields of a reply as JSON. */
const fieldText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);
