import { Button, Kbd } from '@mantine/core';
import { useState } from 'react';
import { useDefer, useIsDeferred } from '../../../deferred/use-deferred';
import { useCommands } from '../../../keyboard/use-commands';
import { type By, DecideButton } from '../../../ui/decide-button';
import { useNow } from '../../../ui/now';
import { UntrustedText } from '../../../ui/untrusted-text';
import { inboxWords as words } from '../../../words';
import { type ApprovalDetail, decisionWords } from '../approval';
import { ConfirmDialog } from './confirm-dialog';
import classes from './decide.module.css';
import { DecisionDialog } from './decision-dialog';
import { EditDialog } from './edit-dialog';
import { GrantDialog } from './grant-dialog';
import { RejectDialog } from './reject-dialog';
import { Result } from './result';
import { type Decision, useDecide } from './use-decide';

type Open = 'confirm' | 'reject' | 'grant' | 'edit' | 'revoke' | null;

interface DecideProps {
  readonly approval: ApprovalDetail;
  /** The end of these arguments was on the screen. */
  readonly isSeen: boolean;
  readonly onDecided?: (() => void) | undefined;
}

/** The foot of a card: the operator's decisions, and their result. Its dialogs come with the card, never later. */
export function Decide({ approval, isSeen, onDecided }: DecideProps) {
  const [open, setOpen] = useState<Open>(null);
  const deciding = useDecide(approval.id);
  const defer = useDefer();
  const path = `/approvals/${approval.id}`;
  const isDeferred = useIsDeferred(path);
  const now = useNow();
  const { payloadHash, apiName } = approval;
  const verbs = decisionWords(approval);
  const verbOf = (kind: Decision['kind']) => (kind === 'revoke' ? words.unused.revoke : verbs[kind]);
  const dialog = { approval, mayApprove: isSeen, isPending: deciding.isPending, close: () => setOpen(null) };
  const send = (decision: Decision, by: By) => {
    const result = { onSuccess: () => onDecided?.(), onSettled: dialog.close };
    if (by === 'pointer') return deciding.mutate(decision, result);
    dialog.close();
    const label = `${verbOf(decision.kind)} ${apiName}`;
    defer({ label, path, send: () => deciding.mutateAsync(decision, result) });
  };
  const canDecide = approval.status === 'PENDING' && approval.deadline > now && !deciding.isPending && !isDeferred;
  const mayApprove = approval.approvers?.mayApprove ?? true;
  const canApprove = canDecide && isSeen && mayApprove;
  const isRedacted = approval.redacted.some(({ in: part }) => part === 'payload');
  const canEdit = canApprove && !isRedacted;
  const isIrreversible = approval.context.reversibility === 'none';
  const confirm = () => setOpen('confirm');
  const approve = (by: By) =>
    isIrreversible || by === 'key' ? confirm() : send({ kind: 'approve', body: { payloadHash } }, by);
  useCommands(words.decide.group, [
    canApprove && { keys: 'a', label: `${verbs.approve}…`, run: confirm },
    canEdit && { keys: 'e', label: words.decide.editCommand, run: () => setOpen('edit') },
    canDecide && { keys: 'r', label: `${verbs.reject}…`, run: () => setOpen('reject') },
    canApprove && !approval.approvers && { keys: 'g', label: words.decide.grantCommand, run: () => setOpen('grant') },
  ]);
  return (
    <footer className={classes.foot}>
      <div role="status" className={classes.result}>
        <Result approval={approval} error={deciding.error} isMine={deciding.isSuccess} />
      </div>
      {canDecide && approval.approvers?.reason && (
        <p className={classes.wait}>
          <UntrustedText>{approval.approvers.reason}</UntrustedText> {words.decide.mayReject}
        </p>
      )}
      {canDecide && mayApprove && !isSeen && <p className={classes.wait}>{words.decide.scrollFirst}</p>}
      {canDecide && mayApprove && isRedacted && <p className={classes.wait}>{words.decide.redacted}</p>}
      {approval.status === 'PENDING' && (
        <div className={classes.buttons}>
          {mayApprove && (
            <>
              <DecideButton
                color="green"
                disabled={!canApprove}
                loading={deciding.isPending}
                decide={approve}
                onKey={confirm}
                rightSection={<Kbd size="xs">A</Kbd>}
              >
                {verbs.approve}
              </DecideButton>
              <Button
                variant="default"
                disabled={!canEdit}
                onClick={() => setOpen('edit')}
                rightSection={<Kbd size="xs">E</Kbd>}
              >
                {words.decide.edit}
              </Button>
              {!approval.approvers && (
                <Button
                  variant="default"
                  disabled={!canApprove}
                  onClick={() => setOpen('grant')}
                  rightSection={<Kbd size="xs">G</Kbd>}
                >
                  {words.decide.grant}
                </Button>
              )}
            </>
          )}
          <Button
            className={classes.reject}
            variant="light"
            color="red"
            disabled={!canDecide}
            onClick={() => setOpen('reject')}
            rightSection={<Kbd size="xs">R</Kbd>}
          >
            {verbs.reject}
          </Button>
        </div>
      )}
      {approval.usableUntil !== null && (
        <div className={classes.buttons}>
          <Button
            variant="light"
            color="red"
            disabled={deciding.isPending || isDeferred}
            onClick={() => setOpen('revoke')}
          >
            {words.unused.revoke}
          </Button>
        </div>
      )}
      {open === 'revoke' && (
        <RevokeDialog isPending={dialog.isPending} close={dialog.close} revoke={(by) => send({ kind: 'revoke' }, by)} />
      )}
      {open === 'confirm' && (
        <ConfirmDialog {...dialog} confirm={(by) => send({ kind: 'approve', body: { payloadHash } }, by)} />
      )}
      {open === 'reject' && (
        <RejectDialog
          count={1}
          verb={verbs.reject}
          isPending={dialog.isPending}
          close={dialog.close}
          reject={(reason, by) => send({ kind: 'reject', body: { payloadHash, reason } }, by)}
        />
      )}
      {open === 'grant' && (
        <GrantDialog {...dialog} grant={(grant, by) => send({ kind: 'approve', body: { payloadHash, grant } }, by)} />
      )}
      {open === 'edit' && (
        <EditDialog
          {...dialog}
          approve={(payload, reason, by) =>
            send({ kind: 'approve', body: { payloadHash, payload, ...(reason && { reason }) } }, by)
          }
        />
      )}
    </footer>
  );
}

interface RevokeDialogProps {
  readonly isPending: boolean;
  readonly close: () => void;
  readonly revoke: (by: By) => void;
}

/** Asks before an approval is taken back. */
function RevokeDialog({ isPending, close, revoke }: RevokeDialogProps) {
  return (
    <DecisionDialog
      title={words.unused.title}
      verb={words.unused.revoke}
      color="red"
      mayDecide
      isPending={isPending}
      decide={revoke}
      close={close}
    >
      <p>{words.unused.about}</p>
    </DecisionDialog>
  );
}
