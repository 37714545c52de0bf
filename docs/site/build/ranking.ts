/** How the search of the site ranks what it finds. A page whose title has the words comes first, and a long page has no advantage. */
export const ranking = {
  pageLength: 0.1,
  termFrequency: 0.1,
  termSaturation: 2,
  termSimilarity: 9,
};
