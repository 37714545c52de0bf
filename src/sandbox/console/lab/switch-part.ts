import { html } from 'hono/html';
import type { SandboxCore } from '../../control/core.ts';
import { switchList } from '../../service/behaviour/behaviour.ts';
import { endlinkSwitches } from '../../service/behaviour/endlink-behaviour.ts';
import type { Html } from '../../service/pages/document.ts';
import { mistakeSummary } from '../fields.ts';
import type { Draft } from '../fields.ts';
import { counted } from '../format.ts';
import { sectionName, sectionText } from '../log/sections.ts';

type SwitchValue = string | number | boolean | null;
type SwitchView = ReturnType<typeof switchList>[number];

/** Renders all switches in one form, so that several change at once. */
export function switchForm(core: SandboxCore, draft?: Draft): Html {
  const all = switchList(core.behaviour);
  const changed = all.filter(isChanged);
  const isOfEndlink = ({ name }: SwitchView) => name in endlinkSwitches;
  return html`
    <header class="part-head">
      <h2 id="switches-title" tabindex="-1">Switches</h2>
      <p id="changed-count">
        ${changed.length ? `${counted(changed.length, 'switch').replace(/switchs$/, 'switches')} changed` : 'All at their defaults'}
      </p>
    </header>
    <p class="note">Where the interface leaves something open, a switch decides it.</p>
    <form
      id="switch-form"
      method="post"
      action="${core.address('/sandbox/lab/switches')}"
      novalidate
    >
      ${mistakeSummary('switches', draft, 'No switch was changed')}
      <fieldset>
        <legend>Endlinks</legend>
        ${all.filter(isOfEndlink).map((one) => switchRow(core, one, draft))}
      </fieldset>
      <fieldset>
        <legend>Authorization, tokens and pushes</legend>
        ${all.filter((one) => !isOfEndlink(one)).map((one) => switchRow(core, one, draft))}
      </fieldset>
      <div class="sticky-buttons">
        <button class="primary">Apply</button>
        <button formaction="${core.address('/sandbox/lab/switches/reset')}">
          Reset all switches
        </button>
      </div>
    </form>
  `;
}

const isChanged = (one: SwitchView) => one.value !== one.default;

function switchRow(core: SandboxCore, one: SwitchView, draft: Draft | undefined): Html {
  const { name, meaning, section, default: initial } = one;
  const mistake = draft?.mistakes[name];
  return html`<div
    id="row-${name}"
    class="${isChanged(one) ? 'switch-row is-changed' : 'switch-row'}"
  >
    <div class="switch-text">
      <label for="${name}"><code>${name}</code></label>
      ${isChanged(one) ? html`<span class="badge waiting">Changed</span>` : ''}
      <p id="${name}-meaning" class="note">
        ${meaning}
        <span class="switch-facts"
          ><span title="${sectionText(section) ?? ''}">${sectionName(section)}</span> · default
          <code>${valueText(initial)}</code></span
        >
      </p>
      ${mistake ? html`<p id="${name}-mistake" class="mistake">${mistake}</p>` : ''}
    </div>
    <div class="switch-value">
      ${control(one, draft?.values[name] ?? String(one.value), mistake !== undefined)}
      ${
        isChanged(one)
          ? html`<button
              class="small"
              formaction="${core.address('/sandbox/lab/switches/reset')}"
              name="reset"
              value="${name}"
            >
              Reset<span class="visually-hidden"> ${name}</span>
            </button>`
          : ''
      }
    </div>
  </div>`;
}

function control(
  { name, values, default: initial }: SwitchView,
  value: string,
  isMistaken: boolean,
): Html {
  const described = isMistaken ? `${name}-meaning ${name}-mistake` : `${name}-meaning`;
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
    ${(values as readonly SwitchValue[]).map((one) => {
      return html`<option value="${String(one)}" ${String(one) === value ? 'selected' : ''}>
        ${valueText(one)}
      </option>`;
    })}
  </select>`;
}

const valueText = (value: SwitchValue): string =>
  value === true ? 'on' : value === false ? 'off' : String(value);
