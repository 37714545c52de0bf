/** Runs a module of the product in this very page. */
export const load = <Module>(path: string): Promise<Module> =>
  import(`/src/browser/${path}`) as Promise<Module>;
