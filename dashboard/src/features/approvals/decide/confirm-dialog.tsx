import type { By } from '../../../ui/decide-button';
import { UntrustedText } from '../../../ui/untrusted-text';
import { inboxWords as words } from '../../../words';
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
      title={isIrreversible ? words.confirmDialog.titleIrreversible : words.confirmDialog.title}
      verb={isIrreversible ? words.confirmDialog.approveIrreversible : words.confirmDialog.approve}
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
            <UntrustedText>{apiName}</UntrustedText>
          </code>{' '}
          {words.confirmDialog.of} <UntrustedText revealed>{context.agentName}</UntrustedText>{' '}
          {words.confirmDialog.runsOnceApproved}
          {isIrreversible && words.confirmDialog.noRollback}.
        </p>
      </div>
      <TypedName name={name} focused />
    </DecisionDialog>
  );
}
