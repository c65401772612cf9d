import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { registryQuery } from '../../../api/registry';
import type { Schemas } from '../../../api/wire';
import { useDefer } from '../../../deferred/use-deferred';
import type { By } from '../../../ui/decide-button';
import { ProblemNote } from '../../../ui/problem-note';
import { inboxWords as words } from '../../../words';
import { decideSeveral } from '../api';
import type { Approval } from '../approval';
import { outcomeOf } from '../approval';
import { RejectDialog } from '../decide/reject-dialog';
import { useKeys } from '../decide/use-decide';
import { ApproveSeveral } from './approve-several';
import classes from './several.module.css';

/** The most decisions that one request may hold. */
const MOST = 100;

export type Answers = Readonly<Record<string, string>>;

/**
 * The contents of a dialog, which stay the same while it is open, although another operator may decide some of them
 * first.
 */
interface Open {
  readonly dialog: 'approve' | 'reject';
  readonly of: readonly Approval[];
}

interface SeveralProps {
  readonly chosen: readonly Approval[];
  readonly clear: () => void;
  /** Called with the answer to each decision. */
  readonly onAnswers: (answers: Answers) => void;
}

/** Decides on several calls of one kind. An approval carries the hash of the arguments that its dialog showed; each gets an answer of its own. */
export function Several({ chosen, clear, onAnswers }: SeveralProps) {
  const [open, setOpen] = useState<Open | null>(null);
  const keys = useKeys();
  const defer = useDefer();
  const close = () => setOpen(null);
  const deciding = useMutation({
    mutationFn: (decisions: readonly Schemas['DecisionBody'][]) =>
      decideSeveral({ key: keys.of(decisions), decisions }),
    onSuccess: (decided) => {
      onAnswers(
        Object.fromEntries(
          decided.map(({ id, approval, error }) => [
            id,
            error ? error.detail : approval ? outcomeOf(approval) : words.several.noAnswer,
          ]),
        ),
      );
      clear();
    },
    onSettled: (_, error) => {
      keys.settle(error);
      close();
    },
  });
  const send = (label: string, decisions: readonly Schemas['DecisionBody'][], by: By) => {
    if (by === 'pointer') return deciding.mutate(decisions);
    close();
    defer({ label, path: '/approvals', send: () => deciding.mutateAsync(decisions).then(refuseIncomplete) });
  };
  const count = Math.min(chosen.length, MOST);
  const { data: operations } = useQuery(registryQuery);
  const operation = operations?.find(({ apiName }) => apiName === chosen[0]?.apiName);
  const isExact = operation?.reversibility === 'exact';
  const show = (dialog: Open['dialog']) => setOpen({ dialog, of: chosen.slice(0, MOST) });
  return (
    <div className={classes.bar} role="toolbar" aria-label={words.several.group}>
      <span className={classes.count}>
        {chosen.length} {words.several.selected}
      </span>
      <Button
        size="compact-sm"
        color="green"
        disabled={!isExact}
        loading={deciding.isPending}
        onClick={() => show('approve')}
      >
        {words.several.approve} {count}…
      </Button>
      <Button
        size="compact-sm"
        color="red"
        variant="light"
        disabled={deciding.isPending}
        onClick={() => show('reject')}
      >
        {words.several.reject} {count}…
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={clear}>
        {words.several.clear}
      </Button>
      {operations && !isExact && <p className={classes.why}>{words.onlyExact}</p>}
      {deciding.error && <ProblemNote error={deciding.error} />}
      {open?.dialog === 'approve' && (
        <ApproveSeveral
          of={open.of}
          isPending={deciding.isPending}
          close={close}
          approve={(shown, by) =>
            send(
              words.several.approveTitle(shown.length, shown[0]?.apiName),
              shown.map(({ id, payloadHash }) => ({ id, payloadHash, decision: 'approve' })),
              by,
            )
          }
        />
      )}
      {open?.dialog === 'reject' && (
        <RejectDialog
          count={open.of.length}
          isPending={deciding.isPending}
          close={close}
          reject={(reason, by) =>
            send(
              words.several.rejectTitle(open.of.length, open.of[0]?.apiName),
              open.of.map(({ id }) => ({ id, decision: 'reject', reason })),
              by,
            )
          }
        />
      )}
    </div>
  );
}

type Decided = Awaited<ReturnType<typeof decideSeveral>>;

/** An operator who left the inbox meanwhile learns that some were refused. @throws Error */
function refuseIncomplete(decided: Decided): void {
  const refused = decided.filter(({ error }) => error !== null);
  if (refused.length === 0) return;
  throw new Error(`${refused.length} of ${decided.length} were refused: ${refused[0]?.error?.detail}`);
}
