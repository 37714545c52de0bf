export { webkitExpect } from './expect.ts';
export { webkitBrowser, webkitTest } from './fixtures.ts';
export { webkitLauncher } from './launcher.ts';
export { isWebkitInstalled } from './programs.ts';
