export { webkitExpect } from './expect.ts';
export { webkitTest } from './fixtures.ts';
export { webkitLauncher } from './launcher.ts';
export { isWebkitInstalled } from './programs.ts';
