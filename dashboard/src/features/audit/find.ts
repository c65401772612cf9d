interface Told {
  readonly sequence: number;
  readonly action: string;
  readonly actor: { readonly label: string };
  readonly target: { readonly type: string; readonly id: string };
  readonly requestId: string | null;
  readonly before: unknown;
  readonly after: unknown;
}

/** Returns the contents of an entry as one text for the search. */
const textOf = ({ sequence, action, actor, target, requestId, before, after }: Told): string =>
  [sequence, action, actor.label, target.type, target.id, requestId, JSON.stringify([before, after])]
    .join('\n')
    .toLowerCase();

/** The entries that say every word; all of them, where there is none to look for. */
export function find<T extends Told>(entries: readonly T[], words: string): readonly T[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return entries;
  return entries.filter((entry) => {
    const text = textOf(entry);
    return wanted.every((word) => text.includes(word));
  });
}
