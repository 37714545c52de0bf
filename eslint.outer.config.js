/** For the folders whose types need packages of their own, once these are installed: `npm run check:outer`. */
export { withAllPackages as default } from './eslint.config.js';
