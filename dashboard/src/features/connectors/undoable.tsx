import { Tag } from '../../ui/tag';
import type { Connector } from './connectors';
import classes from './undoable.module.css';

/** How many operations of a connector can be undone, and how far. */
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
