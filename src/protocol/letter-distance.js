/** Returns how many letters must be added, removed or replaced to turn one text into the other. */
export function distanceBetween(one, other) {
    let row = Array.from({ length: other.length + 1 }, (_, index) => index);
    for (const [index, letter] of Array.from(one).entries()) {
        const next = [index + 1];
        for (const [column, otherLetter] of Array.from(other).entries()) {
            const replaced = (row[column] ?? 0) + (letter === otherLetter ? 0 : 1);
            next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
        }
        row = next;
    }
    return row.at(-1) ?? 0;
}
