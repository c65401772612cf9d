import { Link } from '@tanstack/react-router';
import type { Operation } from '../../../api/registry';
import { ReversibilityTag } from '../../../ui/reversibility';
import type { Column } from '../../../ui/table';
import { Tag } from '../../../ui/tag';
import { connectorWords as words } from '../../../words';
import classes from './operation-columns.module.css';

function hours(count: number): string {
  return count % 24 === 0 ? `${count / 24} days` : `${count} hours`;
}

/**
 * An operation of the registry: what kind it is, what undoes it, and what to know before relying on that.
 * @param isOffered whether agents may have the service perform it
 */
export const columnsFor = (isOffered: (operation: Operation) => boolean): readonly Column<Operation>[] => [
  {
    head: words.operationColumns.operation,
    cell: (operation) => (
      <div className={classes.name}>
        <code>{operation.apiName}</code>
        {isOffered(operation) && <Tag tone="accent">{words.operationColumns.offered}</Tag>}
        <span className={classes.more}>
          {operation.operationType.toLowerCase()}
          {!operation.verified && words.operationColumns.unverified}
        </span>
      </div>
    ),
  },
  {
    head: words.operationColumns.undo,
    cell: ({ operationType, reversibility, undoableForHours }) =>
      operationType === 'READ' ? (
        <Tag>{words.operationColumns.read}</Tag>
      ) : (
        <div className={classes.undo}>
          <ReversibilityTag reversibility={reversibility} />
          {undoableForHours !== null && (
            <span className={classes.more}>
              {words.operationColumns.within} {hours(undoableForHours)}
            </span>
          )}
        </div>
      ),
  },
  {
    head: words.operationColumns.how,
    cell: ({ apiName, inverse, precapture, driftSignal, notes, advice }) => (
      <div className={classes.how}>
        {inverse && <span>{inverse}</span>}
        {notes && <span>{notes}</span>}
        <span className={classes.more}>
          {precapture === 'required' ? words.operationColumns.precapture : words.operationColumns.noPrecapture}
          {driftSignal && words.operationColumns.driftSignal(driftSignal)}
        </span>
        {advice && (
          <Link to={'/policies/new' as string} search={{ pattern: apiName, decision: advice } as never} preload={false}>
            {words.operationColumns.requireApproval}
          </Link>
        )}
      </div>
    ),
  },
];
