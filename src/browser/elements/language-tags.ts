/** The tags of the languages besides English, each a file in `languages/`. */
export const LANGUAGE_TAGS =
  'ar cs da de el es fa fi fil fr he hi hu id it ja ko nb nl pl pt-BR pt-PT ro ru sv th tr uk vi zh-Hans zh-Hant'.split(
    ' ',
  );
