import { Button, Kbd } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { isProblem, Unreachable } from '../../../api/problem';
import { useCommands } from '../../../keyboard/use-commands';
import { useNow } from '../../../ui/now';
import { ProblemNote } from '../../../ui/problem-note';
import { type ApprovalDetail, outcomeOf } from '../approval';
import classes from './decide.module.css';
import { type Decision, useDecide } from './use-decide';

const ConfirmDialog = lazy(() => import('./confirm-dialog'));
const RejectDialog = lazy(() => import('./reject-dialog'));
const GrantDialog = lazy(() => import('./grant-dialog'));
const EditDialog = lazy(() => import('./edit-dialog'));

type Open = 'confirm' | 'reject' | 'grant' | 'edit' | null;

/** The foot of a card: what an operator can decide, and what came of it. */
export function Decide({ approval, onDecided }: { approval: ApprovalDetail; onDecided?: (() => void) | undefined }) {
  const [open, setOpen] = useState<Open>(null);
  const deciding = useDecide(approval.id);
  const now = useNow();
  const close = () => setOpen(null);
  const send = (decision: Decision) =>
    deciding.mutate(decision, {
      onSuccess: () => onDecided?.(),
      onSettled: close,
    });
  const { payloadHash } = approval;
  const canDecide = approval.status === 'PENDING' && approval.deadline > now && !deciding.isPending;
  const isIrreversible = approval.context.reversibility === 'none';
  const approve = () => (isIrreversible ? setOpen('confirm') : send({ kind: 'approve', body: { payloadHash } }));
  useCommands('This approval', [
    canDecide && { keys: 'a', label: 'Approve', run: approve },
    canDecide && { keys: 'e', label: 'Edit the arguments, then approve', run: () => setOpen('edit') },
    canDecide && { keys: 'r', label: 'Reject', run: () => setOpen('reject') },
    canDecide && { keys: 'g', label: 'Grant for the session', run: () => setOpen('grant') },
  ]);
  return (
    <footer className={classes.foot}>
      <div role="status" className={classes.result}>
        <Result approval={approval} error={deciding.error} isMine={deciding.isSuccess} />
      </div>
      {approval.status === 'PENDING' && (
        <div className={classes.buttons}>
          <Button
            color="green"
            disabled={!canDecide}
            loading={deciding.isPending}
            onClick={approve}
            rightSection={<Kbd size="xs">A</Kbd>}
          >
            Approve
          </Button>
          <Button
            variant="default"
            disabled={!canDecide}
            onClick={() => setOpen('edit')}
            rightSection={<Kbd size="xs">E</Kbd>}
          >
            Edit
          </Button>
          <Button
            variant="default"
            disabled={!canDecide}
            onClick={() => setOpen('grant')}
            rightSection={<Kbd size="xs">G</Kbd>}
          >
            Grant
          </Button>
          <Button
            className={classes.reject}
            variant="light"
            color="red"
            disabled={!canDecide}
            onClick={() => setOpen('reject')}
            rightSection={<Kbd size="xs">R</Kbd>}
          >
            Reject
          </Button>
        </div>
      )}
      <Suspense>
        {open === 'confirm' && (
          <ConfirmDialog
            apiName={approval.apiName}
            count={1}
            close={close}
            confirm={() => send({ kind: 'approve', body: { payloadHash } })}
          />
        )}
        {open === 'reject' && (
          <RejectDialog
            count={1}
            close={close}
            reject={(reason) => send({ kind: 'reject', body: { payloadHash, reason } })}
          />
        )}
        {open === 'grant' && (
          <GrantDialog
            approval={approval}
            close={close}
            grant={(grant) => send({ kind: 'approve', body: { payloadHash, grant } })}
          />
        )}
        {open === 'edit' && (
          <EditDialog
            approval={approval}
            close={close}
            approve={(payload) => send({ kind: 'approve', body: { payloadHash, payload } })}
          />
        )}
      </Suspense>
    </footer>
  );
}

interface ResultProps {
  readonly approval: ApprovalDetail;
  readonly error: Error | null;
  readonly isMine: boolean;
}

/** What the service said. Who was first is read from the approval itself, never guessed. */
function Result({ approval, error, isMine }: ResultProps) {
  if (isProblem(error, 'already-decided') && approval.status !== 'PENDING')
    return <p className={classes.lost}>Another decision was first: {outcomeOf(approval)}. Yours changed nothing.</p>;
  // Where the answer was lost, the approval tells what became of the decision.
  const isTold = error instanceof Unreachable && approval.status !== 'PENDING';
  if (error && !isTold) return <ProblemNote error={error} />;
  if (approval.status !== 'PENDING')
    return (
      <p className={approval.status === 'APPROVED' ? classes.approved : classes.rejected}>
        {isMine ? 'Done: ' : ''}
        {outcomeOf(approval)}
        {approval.unconfirmed && ' · the agent has not reported an outcome yet'}
      </p>
    );
  if (isMine) return <p className={classes.approved}>You have approved. Another operator has to approve as well.</p>;
  return null;
}
