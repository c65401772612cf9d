import { Tag } from '../../ui/tag';
import { connectorWords } from '../../words';
import type { Connector } from './connectors';
import classes from './undoable.module.css';

/** Counts a connector's operations by how completely they can be undone. */
export function Undoable({ connector: { undo, isVerified } }: { connector: Connector }) {
  const parts = [
    [undo.exact, connectorWords.undoable.exact, 'good'],
    [undo.compensating, connectorWords.undoable.compensating, 'warning'],
    [undo.none, connectorWords.undoable.impossible, 'danger'],
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
      {!isVerified && <Tag tone="warning">{connectorWords.undoable.unverified}</Tag>}
    </span>
  );
}
