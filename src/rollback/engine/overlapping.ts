/** Finds calls that ran together; the module is pure. */

interface Run {
  readonly id: string;
  /** Calls of different ones do not meet. */
  readonly connector: string;
  /** The time at which its state was captured; milliseconds. */
  readonly begunAt: number;
  /** The time at which its effect was confirmed; null when that is not known. */
  readonly endedAt: number | null;
}

/** The calls that had begun before another one at the same connector had ended, as calls of one transaction have. */
export function overlapping(runs: readonly Run[]): ReadonlySet<string> {
  const found = new Set<string>();
  const last = new Map<string, { readonly id: string; readonly end: number }>();
  for (const { id, connector, begunAt, endedAt } of [...runs].sort((a, b) => a.begunAt - b.begunAt)) {
    const end = endedAt ?? Number.POSITIVE_INFINITY;
    const former = last.get(connector);
    if (former && begunAt < former.end) {
      found.add(former.id);
      found.add(id);
    }
    if (!former || end > former.end) last.set(connector, { id, end });
  }
  return found;
}
