/** WebKit throws a SecurityError after 100 changes of the history in a short time: https://github.com/nusmodifications/nusmods/issues/763 */
const PAUSE_MS = 500;

let timer: ReturnType<typeof setTimeout> | undefined;
let latest = '';

/** Keeps a query in the address of this page, at once and then at most twice a second. The page keeps its state. */
export function keepQuery(query: string): void {
  latest = query;
  if (timer === undefined) writeQuery();
}

function writeQuery(): void {
  timer = undefined;
  if (latest === location.search) return;
  history.replaceState(history.state, '', location.pathname + latest + location.hash);
  timer = setTimeout(writeQuery, PAUSE_MS);
}
