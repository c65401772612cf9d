import { RotateCcw } from 'lucide-react';
import { useCommands } from '../../../keyboard/use-commands';
import { ChordKey } from '../../../ui/chord-key';
import { type By, DecideButton } from '../../../ui/decide-button';
import { Moment } from '../../../ui/moment';
import { OutcomeCounts } from '../../../ui/outcomes';
import { forcedOf, isConflict, isForceable, type ShownReport } from '../shown';
import { UnverifiedReads } from '../unverified-reads';
import { Conflicts } from './conflicts';
import classes from './report.module.css';
import { ResultList } from './result-list';
import { Unproved } from './unproved';

interface ReportViewProps {
  readonly shown: ShownReport;
  readonly sessionId: string;
  readonly actionId: string | null;
  readonly isOrdered: boolean;
  /** Actions whose undo the operator wants to force. */
  readonly overwritten: ReadonlySet<string>;
  readonly choose: (actionId: string, isOverwritten: boolean) => void;
  readonly start: (label: string, force: readonly string[], by: By) => void;
}

/** What a rollback did, and the next one for what is left. */
export function ReportView({ shown, sessionId, actionId, isOrdered, overwritten, choose, start }: ReportViewProps) {
  const { results, startedAt, finishedAt, hash } = shown;
  const conflicts = results.filter(isConflict);
  const unproved = results.filter((one) => one.isUnproved);
  const open = results.filter(
    (one) => !isForceable(one) && (one.outcome === 'ROLLBACK_FAILED' || one.outcome === 'UNKNOWN'),
  );
  const never = results.filter(({ outcome }) => outcome === 'IRREVERSIBLE' || outcome === 'SKIPPED');
  const done = results.filter(({ outcome }) => outcome === 'ROLLED_BACK');
  const ofAction = results.some((one) => one.actionId === actionId);
  const isLeft = hash !== null && !done.some((one) => one.actionId === actionId);
  const force = forcedOf(actionId === null ? results : results.filter((one) => one.actionId === actionId), overwritten);
  const canStart = isLeft && !isOrdered;
  const words = againWords(actionId, force.length);
  const again = (by: By) => canStart && start(words, force, by);
  useCommands('Report', [canStart && { keys: 'mod+Enter', label: words, decide: () => again('key') }]);
  return (
    <>
      <OutcomeCounts results={results} />
      <p className={classes.when}>
        Began <Moment at={startedAt} />
        {finishedAt && (
          <>
            , finished <Moment at={finishedAt} />
          </>
        )}
        . This report stays here when you close the page.
      </p>
      {actionId !== null && !ofAction && (
        <p className={classes.note}>
          This is the latest report of the session. The action that you chose is not part of it. The service shows exact
          calls before the first rollback of a session only; the undo itself follows the same rules.
        </p>
      )}
      {conflicts.length > 0 && (
        <Conflicts results={conflicts} sessionId={sessionId} overwritten={overwritten} choose={choose} />
      )}
      {unproved.length > 0 && (
        <Unproved results={unproved} sessionId={sessionId} forced={overwritten} choose={choose} />
      )}
      {isLeft && (
        <div className={classes.order}>
          <DecideButton
            size="sm"
            color={force.length > 0 ? 'red' : undefined}
            leftSection={<RotateCcw size={15} />}
            rightSection={<ChordKey />}
            loading={isOrdered}
            decide={again}
          >
            {words}
          </DecideButton>
          <p>
            {force.length > 0
              ? `Forces the undo of ${force.length} ${force.length === 1 ? 'call' : 'calls'} if the resources still are as this report shows. What you keep stays as it is now.`
              : 'Tries again what is left, and overwrites nothing that another client changed.'}
          </p>
        </div>
      )}
      <ResultList title="Not undone" results={open} sessionId={sessionId} />
      <ResultList title="Not reversible or skipped" results={never} sessionId={sessionId} />
      <ResultList title="Rolled back" results={done} sessionId={sessionId} />
      {actionId === null && <UnverifiedReads reads={shown.unverifiedReads} />}
    </>
  );
}

function againWords(actionId: string | null, forced: number): string {
  if (forced > 0) return `Roll back again, and force ${forced}`;
  return actionId === null ? 'Roll back what is left' : 'Undo this action';
}
