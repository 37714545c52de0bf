/** Finds every element of ours. */
export const ELEMENT_SELECTOR = 'endlink-finish,vault-connect,vault-push';
