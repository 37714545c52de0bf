/** The first line of a piece of code that a file does not have, behind those before it; `undefined` where the file has them all in their order. */
export function missingLine(code: string, text: string): string | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  let from = 0;
  for (const line of code.split('\n').filter((one) => one.trim() !== '')) {
    const at = lines.indexOf(line.trim(), from);
    if (at === -1) return line;
    from = at + 1;
  }
  return undefined;
}
