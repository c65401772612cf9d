import { Button, Kbd } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useCommands } from '../keyboard/use-commands';
import { useNow } from '../ui/now';
import { UntrustedText } from '../ui/untrusted-text';
import { shellWords as words } from '../words';
import classes from './bar.module.css';
import type { Entry } from './deferred';
import { deferred, useDeferred } from './use-deferred';

/** Lists the decisions that were made by key: those that wait and can be taken back, and those that were not sent. */
export function DeferredBar({ user }: { user: string }) {
  const entries = useDeferred().filter((one) => one.user === user);
  const now = useNow();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the notes are read again each second, because time makes them due
  useEffect(() => deferred.readNotes(user), [user, now]);
  const last = entries.findLast(({ state }) => state === 'waiting');
  useCommands(words.bar.decision, [
    last !== undefined && {
      keys: 'z',
      label: words.bar.undoCommand,
      run: () => deferred.takeBack(last.key),
    },
  ]);
  return (
    <div role="status" className={classes.bar}>
      {entries.map((entry) => (
        <div key={entry.key} className={classes.entry} data-state={entry.state}>
          <p>
            <Result entry={entry} now={now} />
          </p>
          {entry.state === 'waiting' && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => deferred.takeBack(entry.key)}
              rightSection={entry === last && <Kbd size="xs">Z</Kbd>}
            >
              {words.bar.undo}
            </Button>
          )}
          {UNRESOLVED.includes(entry.state) && (
            <>
              <Link to={entry.path as string} onClick={() => deferred.dismiss(entry.key)}>
                {words.bar.open}
              </Link>
              <Button size="compact-sm" variant="default" onClick={() => deferred.dismiss(entry.key)}>
                {words.bar.dismiss}
              </Button>
            </>
          )}
        </div>
      ))}
    </div>
  );
}

const UNRESOLVED: readonly Entry['state'][] = ['refused', 'unsent', 'unanswered'];

function Result({ entry: { label, state, dueAt, problem }, now }: { entry: Entry; now: number }) {
  const what = <UntrustedText>{label}</UntrustedText>;
  switch (state) {
    case 'waiting':
      return (
        <>
          {what}
          {words.bar.sentIn} <span aria-hidden>{Math.max(1, Math.ceil((dueAt - now) / 1000))} s</span>
        </>
      );
    case 'sending':
      return (
        <>
          {what}
          {words.bar.sending}
        </>
      );
    case 'sent':
      return (
        <>
          {what}
          {words.bar.sent}
        </>
      );
    case 'taken-back':
      return (
        <>
          {what}
          {words.bar.takenBack}
        </>
      );
    case 'refused':
      return (
        <>
          {what}
          {words.bar.notApplied} {problem}
        </>
      );
    case 'unsent':
      return (
        <>
          {what}
          {words.bar.notSent}
        </>
      );
    case 'unanswered':
      return (
        <>
          {what}
          {words.bar.unanswered}
        </>
      );
    default:
      return state satisfies never;
  }
}
