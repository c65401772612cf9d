import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { CallName } from '../../../ui/call-name';
import type { By } from '../../../ui/decide-button';
import { EndMark } from '../../../ui/end-mark';
import { ProblemNote } from '../../../ui/problem-note';
import { UntrustedText } from '../../../ui/untrusted-text';
import { Loading } from '../../../ui/view';
import { inboxWords as words } from '../../../words';
import { approvalQuery } from '../api';
import type { Approval, ApprovalDetail } from '../approval';
import { Arguments } from '../card/arguments';
import { DecisionDialog } from '../decide/decision-dialog';
import { DifferingArguments } from './differing-arguments';
import classes from './several.module.css';

interface ApproveSeveralProps {
  /** Approvals of one kind. */
  readonly of: readonly Approval[];
  readonly isPending: boolean;
  readonly close: () => void;
  /** Approves each as it was shown, with the hash that only its detail has. */
  readonly approve: (shown: readonly ApprovalDetail[], by: By) => void;
}

/**
 * Shows the arguments of every call that the operator may approve, whole; it gets only calls whose undo restores the
 * previous values. Approve waits until the operator has reached the end of the last one.
 */
export function ApproveSeveral({ of, isPending, close, approve }: ApproveSeveralProps) {
  const queries = useQueries({ queries: of.map(({ id }) => ({ ...approvalQuery(id), refetchInterval: false })) });
  const fetched = queries.flatMap(({ data }) => data ?? []);
  const isComplete = fetched.length === of.length;
  const others = fetched.filter(({ approvers }) => approvers?.reason);
  const shown = fetched.filter((approval) => !others.includes(approval));
  const count = of.length - others.length;
  const error = queries.find((query) => query.error)?.error;
  const hashes = shown.map(({ payloadHash }) => payloadHash).join();
  const [seen, setSeen] = useState<string | null>(null);
  const isSeen = isComplete && count > 0 && seen === hashes;
  return (
    <DecisionDialog
      title={words.approveSeveral.title(count)}
      verb={words.approveSeveral.approve(count)}
      color="green"
      size="lg"
      mayDecide={isSeen}
      isPending={isPending}
      decide={(by) => approve(shown, by)}
      close={close}
    >
      {error && <ProblemNote error={error} />}
      <section
        className={classes.calls}
        aria-label={words.approveSeveral.calls}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a person scrolls it with the keyboard
        tabIndex={0}
        data-autofocus
      >
        {!isComplete && !error && <Loading label={words.approveSeveral.arguments} />}
        {isComplete && count > 0 && (
          <>
            <DifferingArguments calls={shown} />
            <ol>
              {shown.map((approval) => (
                <li key={approval.id}>
                  <p>
                    <CallName call={approval} /> {words.approveSeveral.of}{' '}
                    <UntrustedText revealed>{approval.context.agentName}</UntrustedText>
                  </p>
                  <Arguments approval={approval} isWhole />
                </li>
              ))}
            </ol>
            <EndMark key={hashes} onSeen={() => setSeen(hashes)} />
          </>
        )}
      </section>
      {isComplete && others.length > 0 && (
        <p className={classes.wait}>
          {words.approveSeveral.others(others.length)}{' '}
          <UntrustedText>{others[0]?.approvers?.reason ?? ''}</UntrustedText>
        </p>
      )}
      {isComplete && count > 0 && !isSeen && <p className={classes.wait}>{words.approveSeveral.scrollFirst}</p>}
    </DecisionDialog>
  );
}
