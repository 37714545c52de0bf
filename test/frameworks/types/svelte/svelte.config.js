/** Without it svelte-check looks for one in the folders above. */
export default {};
