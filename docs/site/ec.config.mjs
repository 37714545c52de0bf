import { breakBlocks } from './build/code-breaks.ts';

/** How blocks of code look. Astro reads this file by its name, for the blocks of pages and for its component `<Code>`. */
export default {
  themes: ['github-dark-default', 'github-light-default'],
  plugins: [breakBlocks],
  // Lines wrap: a box that scrolls sideways is hard to use on a phone and with a keyboard. A kept indentation leaves too little room there.
  // A frame shows the title: the file to save the block in, or the terminal to type it into.
  defaultProps: { frame: 'code', wrap: true, preserveIndent: false },
  frames: { extractFileNameFromCode: false },
  styleOverrides: {
    borderRadius: '0.6rem',
    codeBackground: 'var(--site-card)',
    borderColor: 'var(--sl-color-gray-5)',
    frames: {
      frameBoxShadowCssValue: 'none',
      editorBackground: 'var(--site-card)',
      editorTabBarBackground: 'var(--site-card)',
      editorTabBarBorderColor: 'var(--sl-color-gray-5)',
      editorTabBarBorderBottomColor: 'var(--sl-color-gray-5)',
      editorActiveTabBackground: 'var(--site-card)',
      editorActiveTabForeground: 'var(--sl-color-gray-2)',
      editorActiveTabBorderColor: 'transparent',
      editorActiveTabIndicatorTopColor: 'transparent',
      editorActiveTabIndicatorBottomColor: 'transparent',
    },
  },
};
