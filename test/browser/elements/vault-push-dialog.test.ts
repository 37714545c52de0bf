import { deepEqual, equal } from '../support/assert.ts';
import { settled } from '../support/until.ts';
import { closeTab, openVault, PUSHED, reply } from '../support/vault-page.ts';

const CANCEL = '<button formmethod="dialog" formnovalidate value="cancel">Cancel</button>';

/** Opens a page with a form in a dialog, and presses its first button. */
async function pressIn(form: string) {
  const html = `<vault-push packet-id="p1"><dialog open>${form}</dialog></vault-push>`;
  const page = await openVault('vault-push', html, { replies: [reply(PUSHED)] });
  page.document.querySelector('button')?.click();
  await settled();
  return { ...page, dialog: page.document.querySelector('dialog') };
}

describe('<vault-push> around a dialog', () => {
  afterEach(closeTab);

  for (const attributes of ['', ' method="dialog"'])
    it(`pushes nothing when <button formmethod="dialog"> closes the dialog of <form${attributes}>`, async () => {
      const field = '<input name="name" required />';
      const page = await pressIn(
        `<form${attributes}>${field}${CANCEL}<button>Save</button></form>`,
      );
      deepEqual(page.calls(), []);
      deepEqual([page.dialog?.open, page.dialog?.returnValue], [false, 'cancel']);
      equal(page.element.state, 'ready');
    });

  it('pushes the answers of <form method="dialog"> when another button is pressed', async () => {
    const field = '<input name="name" value="Ada" />';
    const page = await pressIn(`<form method="dialog">${field}<button>Save</button></form>`);
    await page.shows('pushed');
    equal(page.calls().length, 1);
  });
});
