/** Returns the name that a misspelled one most likely stands for; `undefined` if none is similar. */
export function likelyName(wrong, names) {
    const wanted = wrong.toLowerCase();
    const distances = names.map((name) => ({
        name,
        distance: name.toLowerCase().includes(wanted) ? 0 : distanceBetween(wanted, name.toLowerCase()),
    }));
    const [nearest] = distances.sort((one, other) => one.distance - other.distance);
    const most = Math.max(2, wrong.length / 3);
    return nearest && nearest.distance <= most ? nearest.name : undefined;
}
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
