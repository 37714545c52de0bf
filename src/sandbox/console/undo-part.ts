import { Hono } from 'hono';
import { html } from 'hono/html';
import { dismissUndo, undo } from '../actions/undo.ts';
import type { SandboxCore } from '../core/core.ts';
import { fieldsOf } from '../service/http/read-request.ts';
import { seeOther } from '../service/http/reply.ts';
import { consolePath } from '../service/pages/console-path.ts';
import type { Html } from '../service/pages/document.ts';
import { counted } from './display-format.ts';

const UNDO_PATH = '/sandbox/undo';

/** Renders what was destroyed last, with the button that restores it. @param path the page, to which the buttons lead back */
export function undoPart(core: SandboxCore, path: string): Html {
  const { undoable } = core;
  if (!undoable)
    return html`<section id="undo" aria-label="Undo" data-live data-news="" hidden></section>`;
  const since = core.log.lastNumber() - undoable.lastNumber;
  return html`<section
    id="undo"
    class="undo"
    aria-label="Undo"
    data-live
    data-news="${undoable.what}. It can be undone."
  >
    <p>${undoable.what}.</p>
    <form class="button-row" method="post" action="${core.address(UNDO_PATH)}">
      <input type="hidden" name="back" value="${path}" />
      <button id="undo-button" class="small">
        ${since ? `Undo, and forget ${counted(since, 'request')} since` : 'Undo'}
      </button>
      <button class="small" formaction="${core.address(`${UNDO_PATH}/dismiss`)}">Dismiss</button>
    </form>
  </section>`;
}

/** Creates the routes of the buttons that restore what was destroyed last. */
export function undoRoutes(core: SandboxCore): Hono {
  const app = new Hono();
  for (const [path, act] of [
    [UNDO_PATH, undo],
    [`${UNDO_PATH}/dismiss`, dismissUndo],
  ] as const) {
    app.post(path, async (context) => {
      act(core);
      const { back = '' } = await fieldsOf(context);
      return seeOther(core.address(isPath(back) ? back : consolePath()));
    });
  }
  return app;
}

/** Returns whether a text is a path on this host. A browser reads `//` and `/\` as the beginning of another host. */
const isPath = (text: string): boolean => /^\/(?![/\\])/.test(text);
