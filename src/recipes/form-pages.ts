import type { ClosedTool } from './tool.ts';
import { indent, scriptTag, scriptText } from './markup.ts';
import type { TagSettings } from './markup.ts';

/** Query parameter that passes the outcome from the page before the form to the page after it. */
const OUTCOME_PARAMETER = 'outcome';

/** Returns the page that keeps the token and shows the form. */
export const pageBefore = (tool: ClosedTool, formUrl: string, tag: TagSettings): string =>
  page(
    tag,
    `<h1>Our survey</h1>
<iframe id="form" title="Survey" width="100%" height="900"></iframe>
<p><a href="after.html?${OUTCOME_PARAMETER}=complete">I have submitted the form</a></p>
<p><a href="after.html?${OUTCOME_PARAMETER}=screenout">I do not qualify</a></p>
<script>
  // The seller's id is prefilled, so that you can compare completes with responses.
  (window.vaultlink = window.vaultlink || []).push(function (vaultlink) {
    vaultlink.ready.then(function () {
      var form = new URL(${scriptText(formUrl)});
      form.searchParams.set(${scriptText(tool.prefill)}, vaultlink.state().sellerId || '');
      document.getElementById('form').src = form;
    });
  });
</script>`,
  );

/** Returns the page that reports the outcome which its address names. */
export const pageAfter = (tag: TagSettings): string =>
  page(
    { ...tag, outcomeParam: OUTCOME_PARAMETER },
    `<h1>Thank you</h1>
<endlink-finish></endlink-finish>`,
  );

const page = (tag: TagSettings, body: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    ${indent(scriptTag(tag), 4)}
    <meta name="viewport" content="width=device-width" />
    <title>Our survey</title>
  </head>
  <body>
    ${indent(body, 4)}
  </body>
</html>`;
