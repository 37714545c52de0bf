import { deepEqual, equal, ok } from '../support/assert.ts';
import { closeTab, openPage } from '../support/buyer-page.ts';

/** A preview of each element, and of each mark. */
const PREVIEWS = `
  <endlink-finish preview="unknown"></endlink-finish>
  <endlink-finish preview="rejected"></endlink-finish>
  <endlink-finish preview="reporting"></endlink-finish>
  <vault-connect preview="connected"></vault-connect>
  <vault-connect preview="disconnected"></vault-connect>
  <vault-push preview="pushed"></vault-push>`;

/** Opens a page with the previews and this style sheet. */
async function openPreviews(styles: string) {
  const page = await openPage();
  const sheet = page.document.createElement('style');
  sheet.textContent = styles;
  page.document.head.append(sheet);
  page.document.body.innerHTML = PREVIEWS;
  await page.load('elements/define.ts');
  const find = async (preview: string, selector: string) => {
    const element = page.document.querySelector<HTMLElementTagNameMap['vault-push']>(
      `[preview=${preview}]`,
    );
    await element?.updateComplete;
    const found = element?.shadowRoot?.querySelector(selector);
    ok(found, `${preview} has ${selector}`);
    return page.window.getComputedStyle(found);
  };
  return { ...page, find };
}

/** Returns red, green and blue of a colour, in whichever way it is written. */
function pixelOf(colour: string): number[] {
  const context = document.createElement('canvas').getContext('2d');
  ok(context, 'There is a canvas');
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
}

/** The relative luminance of a colour. @see https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = pixelOf(colour).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe('the appearance of the elements', () => {
  afterEach(closeTab);

  it('follows the custom properties that a page has set on its root, in all three elements', async () => {
    const { find } = await openPreviews(`:root {
      --vaultlink-accent: rgb(1, 2, 3);
      --vaultlink-on-accent: rgb(4, 5, 6);
      --vaultlink-font-weight: 500;
      --vaultlink-radius: 3px;
      --vaultlink-border-width: 5px;
      --vaultlink-gap: 7px;
      --vaultlink-neutral: rgb(0, 0, 1);
      --vaultlink-success: rgb(0, 0, 2);
      --vaultlink-warning: rgb(0, 0, 3);
      --vaultlink-error: rgb(0, 0, 4);
    }`);
    const button = await find('unknown', 'button');
    equal(button.backgroundColor, 'rgb(1, 2, 3)');
    equal(button.color, 'rgb(4, 5, 6)');
    equal(button.fontWeight, '500');
    for (const preview of ['unknown', 'connected', 'pushed']) {
      const mark = await find(preview, '[part=test]');
      deepEqual([mark.borderTopLeftRadius, mark.borderTopWidth], ['3px', '5px'], preview);
      equal((await find(preview, '[part=status]')).columnGap, '7px');
    }
    const colours = {
      disconnected: 'rgb(0, 0, 1)',
      connected: 'rgb(0, 0, 2)',
      pushed: 'rgb(0, 0, 2)',
      unknown: 'rgb(0, 0, 3)',
      rejected: 'rgb(0, 0, 4)',
    };
    for (const [preview, colour] of Object.entries(colours))
      equal((await find(preview, '[part=mark]')).color, colour, preview);
    equal((await find('reporting', '[part=spinner]')).borderBottomColor, 'rgb(0, 0, 1)');
  });

  it('can be changed by the parts for mark and spinner', async () => {
    const { find } = await openPreviews(`
      vault-push::part(mark) { font-size: 41px }
      endlink-finish::part(spinner) { width: 42px }`);
    equal((await find('pushed', '[part=mark]')).fontSize, '41px');
    equal((await find('reporting', '[part=spinner]')).width, '42px');
  });

  const PAGES = {
    light: 'color-scheme: light; background: Canvas; color: CanvasText',
    dark: 'color-scheme: dark; background: Canvas; color: CanvasText',
    'dark grey': 'background: #333; color: #eee',
    'light grey with grey text': 'background: #f2f2f2; color: #444',
  };
  for (const [name, style] of Object.entries(PAGES)) {
    it(`has marks, sentences and buttons that can be read on a page that is ${name}`, async () => {
      const { document: page, window, find } = await openPreviews(`html { ${style} }`);
      const { backgroundColor } = window.getComputedStyle(page.documentElement);
      for (const preview of ['disconnected', 'connected', 'unknown', 'rejected']) {
        const { color } = await find(preview, '[part=mark]');
        const contrast = contrastOf(color, backgroundColor);
        ok(contrast >= 4.5, `The mark of ${preview} has a contrast of ${contrast}`);
      }
      for (const selector of ['[part=status]', '[part=test]', '.quiet']) {
        const { color } = await find('unknown', selector);
        ok(contrastOf(color, backgroundColor) >= 4.5, selector);
      }
      const ring = await find('reporting', '[part=spinner]');
      ok(contrastOf(ring.borderBottomColor, backgroundColor) >= 3, 'The spinner');
      const border = await find('unknown', '.quiet');
      ok(contrastOf(border.borderTopColor, backgroundColor) >= 3, 'The border of a button');
      const button = await find('unknown', 'button');
      ok(contrastOf(button.color, button.backgroundColor) >= 4.5, 'The text of a button');
    });
  }
});
