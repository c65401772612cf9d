import type { By } from '../../../ui/decide-button';
import { StrangerText } from '../../../ui/stranger-text';
import type { ApprovalDetail } from '../approval';
import classes from './decide.module.css';
import { DecisionDialog } from './decision-dialog';
import { TypedName, useTypedName } from './typed-name';

interface ConfirmDialogProps {
  readonly approval: ApprovalDetail;
  /** The arguments that it is about were shown to their end. */
  readonly mayApprove: boolean;
  readonly isPending: boolean;
  readonly close: () => void;
  readonly confirm: (by: By) => void;
}

/** Asks before a key approves, and for the name of a call that cannot be undone. */
export function ConfirmDialog({
  approval: { apiName, context },
  mayApprove,
  isPending,
  close,
  confirm,
}: ConfirmDialogProps) {
  const isIrreversible = context.reversibility === 'none';
  const name = useTypedName(apiName, isIrreversible);
  return (
    <DecisionDialog
      title={isIrreversible ? 'This cannot be undone' : 'Approve this call?'}
      verb={isIrreversible ? 'Approve, cannot be undone' : 'Approve'}
      color={isIrreversible ? 'red' : 'green'}
      mayDecide={mayApprove && name.isRight}
      isPending={isPending}
      decide={confirm}
      close={close}
    >
      {/* The focus rests on a text, which ignores typed keys. */}
      <div className={classes.question} tabIndex={-1} data-autofocus={!isIrreversible || undefined}>
        <p>
          <code>
            <StrangerText>{apiName}</StrangerText>
          </code>{' '}
          of <StrangerText revealed>{context.agentName}</StrangerText> runs as soon as you approve
          {isIrreversible && ', and no rollback restores the previous values'}.
        </p>
      </div>
      <TypedName name={name} focused />
    </DecisionDialog>
  );
}
