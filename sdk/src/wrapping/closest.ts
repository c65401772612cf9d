/** Returns those of `names` that differ from `name` in a few letters at most, the most similar first. */
export function closest(name: string, names: readonly string[]): readonly string[] {
  const farthest = Math.max(1, Math.floor(name.length / 4));
  return names
    .map((candidate) => ({ candidate, apart: editsBetween(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ apart }) => apart <= farthest)
    .sort((one, other) => one.apart - other.apart)
    .map(({ candidate }) => candidate);
}

/** Letters to add, to leave out or to replace. */
function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let at = 1; at <= from.length; at += 1) {
    const next = [at];
    for (let index = 1; index <= to.length; index += 1) {
      const replaced = (row[index - 1] ?? 0) + (from[at - 1] === to[index - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
