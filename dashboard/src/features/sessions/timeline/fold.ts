import type { Action } from '../api';

/** A line of the timeline. */
export type Line =
  | { readonly kind: 'action'; readonly action: Action; readonly isInFold: boolean }
  | { readonly kind: 'reads'; readonly id: string; readonly reads: readonly Action[]; readonly isOpen: boolean };

/** Folds successful reads; every call that an operator may want to see stays a line of its own. */
const folds = ({ operationType, status, violation, approval }: Action) =>
  operationType === 'READ' && status === 'SUCCESS' && violation === null && approval === null;

const FOLDED_FROM = 2;

/** Joins successive reads into one line. @param open the folds that the operator unfolded, by the first read of each */
export function fold(actions: readonly Action[], open: ReadonlySet<string>): Line[] {
  const lines: Line[] = [];
  let reads: Action[] = [];
  const end = () => {
    const [first] = reads;
    const isFold = first && reads.length >= FOLDED_FROM;
    const isOpen = !isFold || open.has(first.id);
    if (isFold) lines.push({ kind: 'reads', id: first.id, reads, isOpen });
    if (isOpen) lines.push(...reads.map((action): Line => ({ kind: 'action', action, isInFold: Boolean(isFold) })));
    reads = [];
  };
  for (const action of actions) {
    if (folds(action)) {
      reads.push(action);
      continue;
    }
    end();
    lines.push({ kind: 'action', action, isInFold: false });
  }
  end();
  return lines;
}

export const idOf = (line: Line) => (line.kind === 'reads' ? line.id : line.action.id);

/** Returns the line of an action on the screen: its own line, or the fold that holds it. */
export const lineOf = (lines: readonly Line[], actionId: string | undefined): number =>
  lines.findIndex((line) =>
    line.kind === 'action' ? line.action.id === actionId : !line.isOpen && line.reads.some(({ id }) => id === actionId),
  );

/** `postgres.rows.select ×12, stripe.customers.retrieve` */
export function namesOf(reads: readonly Action[]): string {
  const counts = new Map<string, number>();
  for (const { apiName } of reads) counts.set(apiName, (counts.get(apiName) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count > 1 ? `${name} ×${count}` : name)).join(', ');
}
