import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { registryQuery } from '../../../api/registry';
import { ProblemNote } from '../../../ui/problem-note';
import { decideSeveral } from '../api/decide-several';
import type { Approval } from '../approval';
import { outcomeOf } from '../approval';
import { useKeys } from '../decide/use-decide';
import classes from './several.module.css';

const ConfirmDialog = lazy(() => import('../decide/confirm-dialog'));
const RejectDialog = lazy(() => import('../decide/reject-dialog'));

export type Answers = Readonly<Record<string, string>>;

/** What a dialog asks about stays what it was when it opened, although another operator may be first at some of it. */
interface Open {
  readonly dialog: 'confirm' | 'reject';
  readonly of: readonly Approval[];
}

interface Decision {
  readonly of: readonly Approval[];
  readonly decision: 'approve' | 'reject';
  readonly reason?: string;
}

interface SeveralProps {
  readonly chosen: readonly Approval[];
  readonly clear: () => void;
  /** What became of each. */
  readonly onAnswers: (answers: Answers) => void;
}

/** Decides on several calls of one kind: each with the hash that was shown, and each gets an answer of its own. */
export function Several({ chosen, clear, onAnswers }: SeveralProps) {
  const [open, setOpen] = useState<Open | null>(null);
  const { data: operations } = useQuery(registryQuery);
  const keys = useKeys();
  const apiName = chosen[0]?.apiName ?? '';
  const deciding = useMutation({
    mutationFn: ({ of, ...decision }: Decision) => {
      const decisions = of.map(({ id, payloadHash }) => ({ id, payloadHash, ...decision }));
      return decideSeveral({ key: keys.of(decisions), decisions });
    },
    onSuccess: (decided) => {
      onAnswers(
        Object.fromEntries(
          decided.map(({ id, approval, error }) => [
            id,
            error ? error.detail : approval ? outcomeOf(approval) : 'no answer',
          ]),
        ),
      );
      clear();
    },
    onSettled: (_, error) => {
      keys.settle(error);
      setOpen(null);
    },
  });
  // A call that no connector knows cannot be undone.
  const isIrreversible = (operations?.find((one) => one.apiName === apiName)?.reversibility ?? 'none') === 'none';
  const approve = () =>
    isIrreversible ? setOpen({ dialog: 'confirm', of: chosen }) : deciding.mutate({ of: chosen, decision: 'approve' });
  return (
    <div className={classes.bar} role="toolbar" aria-label="Decide together">
      <span className={classes.count}>{chosen.length} chosen</span>
      <Button size="compact-sm" color="green" loading={deciding.isPending} onClick={approve}>
        Approve {chosen.length}
      </Button>
      <Button
        size="compact-sm"
        color="red"
        variant="light"
        disabled={deciding.isPending}
        onClick={() => setOpen({ dialog: 'reject', of: chosen })}
      >
        Reject {chosen.length}
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={clear}>
        Clear
      </Button>
      {deciding.error && <ProblemNote error={deciding.error} />}
      <Suspense>
        {open?.dialog === 'confirm' && (
          <ConfirmDialog
            apiName={apiName}
            count={open.of.length}
            close={() => setOpen(null)}
            confirm={() => deciding.mutate({ of: open.of, decision: 'approve' })}
          />
        )}
        {open?.dialog === 'reject' && (
          <RejectDialog
            count={open.of.length}
            close={() => setOpen(null)}
            reject={(reason) => deciding.mutate({ of: open.of, decision: 'reject', reason })}
          />
        )}
      </Suspense>
    </div>
  );
}
