/**
 * Recipes for survey tools as data, and pure functions that compose and check the texts to paste. No I/O. Runs anywhere.
 *
 * @module
 */
export { ADDRESS_KINDS, checkAddress } from './check-address.ts';
export type { CheckOptions } from './check-address.ts';
export type { AddressRule } from './check/address-rules.ts';
export { composeRecipe } from './compose.ts';
export type { Piece, Recipe, RecipeSection } from './compose.ts';
export { exampleOptionsOf } from './example-options.ts';
export { endlinkUrlMistakes } from './check/endlink-rules.ts';
export { unfilledVariable } from './check/unfilled-variable.ts';
export { withoutLanding } from './endlink-url.ts';
export { EXAMPLE_SERVICE, mistakesOf, SANDBOX_SERVICE, settingsOf } from './recipe-options.ts';
export type { RecipeOptions } from './recipe-options.ts';
export type { Tool, UnconfirmedFact } from './tool.ts';
export { findTool, TOOL_CLASSES, TOOLS, toolsLike } from './tools.ts';
