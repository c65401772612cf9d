import { Tag } from '../../ui/tag';
import type { Connector } from './connectors';
import classes from './undoable.module.css';

/** Counts a connector's operations by how completely they can be undone. */
export function Undoable({ connector: { undo, isVerified } }: { connector: Connector }) {
  const parts = [
    [undo.exact, 'restored exactly', 'good'],
    [undo.compensating, 'partly reversible', 'warning'],
    [undo.none, 'cannot be undone', 'danger'],
  ] as const;
  return (
    <span className={classes.undoable}>
      {parts.map(
        ([count, words, tone]) =>
          count > 0 && (
            <Tag key={words} tone={tone}>
              {count} {words}
            </Tag>
          ),
      )}
      {!isVerified && <Tag tone="warning">Unverified</Tag>}
    </span>
  );
}
