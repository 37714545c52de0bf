/** Marks a template as CSS. */
export const css = String.raw;
