import { Button } from '@mantine/core';
import { RotateCcw, RotateCw } from 'lucide-react';
import { useCommands } from '../../../keyboard/use-commands';
import { ChordKey } from '../../../ui/chord-key';
import { type By, DecideButton } from '../../../ui/decide-button';
import { Moment } from '../../../ui/moment';
import { OutcomeCounts } from '../../../ui/outcomes';
import { rollbackWords, rollbackWords as words } from '../../../words';
import {
  type Choice,
  type Choices,
  type Chosen,
  chosenAs,
  isConflict,
  isForceable,
  type Result,
  type ShownReport,
} from '../shown';
import { UnverifiedReads } from '../unverified-reads';
import { Conflicts } from './conflicts';
import { ForceChoice } from './force-choice';
import classes from './report.module.css';
import { ResultHead, ResultList } from './result-list';

interface ReportViewProps {
  readonly shown: ShownReport;
  readonly sessionId: string;
  readonly actionId: string | null;
  readonly isOrdered: boolean;
  /** The session is of a test key: no provider was called. */
  readonly isSimulated: boolean;
  /** The operator's choices for calls in conflict, and for those without a proof. */
  readonly choices: Choices;
  readonly choose: (actionId: string, choice: Choice | undefined) => void;
  readonly start: (label: string, chosen: Chosen, by: By) => void;
  /** Opens the plan of taking this rollback back. */
  readonly undoThis: () => void;
}

/** Shows the results of a rollback, and offers the next one for the remaining calls. */
export function ReportView({
  shown,
  sessionId,
  actionId,
  isOrdered,
  isSimulated,
  choices,
  choose,
  start,
  undoThis,
}: ReportViewProps) {
  const { results, startedAt, finishedAt, hash } = shown;
  const conflicts = results.filter(isConflict);
  const unproved = results.filter((one) => one.isUnproved);
  const open = results.filter(
    (one) => !isForceable(one) && (one.outcome === 'ROLLBACK_FAILED' || one.outcome === 'UNKNOWN'),
  );
  const never = results.filter(({ outcome }) => outcome === 'IRREVERSIBLE' || outcome === 'SKIPPED');
  const done = results.filter(({ outcome }) => outcome === 'ROLLED_BACK' || outcome === 'REAPPLIED');
  const isRevert = shown.reverts !== null;
  const ofAction = results.some((one) => one.actionId === actionId);
  const isOpen =
    shown.reverts === null && shown.fromActionId === null && shown.toolCallId === null
      ? hash !== null
      : open.length + conflicts.length + unproved.length > 0;
  const isLeft = isOpen && !done.some((one) => one.actionId === actionId);
  const own = actionId === null ? results : results.filter((one) => one.actionId === actionId);
  const force = chosenAs('force', own, choices);
  const subtract = chosenAs('subtract', own, choices);
  const canStart = isLeft && !isOrdered;
  const words = againWords(actionId, force.length, subtract.length, isRevert);
  const again = (by: By) => canStart && start(words, { force, subtract }, by);
  useCommands(rollbackWords.reportView.title, [
    canStart && { keys: 'mod+Enter', label: words, decide: () => again('key') },
  ]);
  return (
    <>
      <OutcomeCounts results={results} isSimulated={isSimulated} />
      <p className={classes.when}>
        {rollbackWords.reportView.began} <Moment at={startedAt} />
        {finishedAt && (
          <>
            {rollbackWords.reportView.finished} <Moment at={finishedAt} />
          </>
        )}
        {rollbackWords.reportView.stays}
      </p>
      {!isRevert && done.length > 0 && (
        <Button variant="default" className={classes.undoThis} leftSection={<RotateCw size={14} />} onClick={undoThis}>
          {rollbackWords.reportView.revert}
        </Button>
      )}
      {actionId !== null && !ofAction && <p className={classes.note}>{rollbackWords.reportView.otherAction}</p>}
      {conflicts.length > 0 && (
        <Conflicts results={conflicts} sessionId={sessionId} choices={choices} choose={choose} isRevert={isRevert} />
      )}
      {unproved.length > 0 && (
        <Unproved results={unproved} sessionId={sessionId} choices={choices} choose={choose} isRevert={isRevert} />
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
            {isRevert
              ? rollbackWords.reportView.revertHelp
              : force.length > 0
                ? rollbackWords.reportView.forceHelp(force.length, force.length === 1 ? 'call' : 'calls')
                : rollbackWords.reportView.againHelp}
          </p>
        </div>
      )}
      <ResultList title={rollbackWords.reportView.notUndone} results={open} sessionId={sessionId} />
      <ResultList
        title={isSimulated ? rollbackWords.simulated : rollbackWords.never}
        results={never}
        sessionId={sessionId}
        isSimulated={isSimulated}
      />
      <ResultList
        title={isRevert ? rollbackWords.reportView.reapplied : rollbackWords.reportView.rolledBack}
        results={done}
        sessionId={sessionId}
      />
      {actionId === null && <UnverifiedReads reads={shown.unverifiedReads} />}
    </>
  );
}

function againWords(actionId: string | null, forced: number, subtracted: number, isRevert: boolean): string {
  if (isRevert) return forced > 0 ? rollbackWords.reportView.reapplyForcing(forced) : rollbackWords.reportView.reapply;
  if (subtracted > 0)
    return rollbackWords.reportView.againSubtracting(subtracted, forced > 0 ? `, force ${forced}` : '');
  if (forced > 0) return rollbackWords.reportView.againForcing(forced);
  return actionId === null ? rollbackWords.reportView.again : rollbackWords.reportView.againAction;
}

interface UnprovedProps {
  readonly results: readonly Result[];
  readonly sessionId: string;
  readonly choices: Choices;
  readonly choose: (actionId: string, choice: Choice | undefined) => void;
  /** True for the undo of a rollback. */
  readonly isRevert: boolean;
}

/** Calls without a certain outcome that nothing proves: kept, unless the operator knows that the agent made them. */
function Unproved({ results, sessionId, choices, choose, isRevert }: UnprovedProps) {
  return (
    <section className={classes.results}>
      <h2>
        {words.unproved.title} <span>{results.length}</span>
      </h2>
      <p className={classes.note}>
        {isRevert ? words.unproved.leadRevert : words.unproved.lead} {words.unproved.choose}
      </p>
      <ol>
        {results.map((result) => (
          <li key={result.actionId} className={classes.result}>
            <ResultHead result={result} sessionId={sessionId} />
            <ForceChoice
              result={result}
              forceLabel={isRevert ? words.unproved.forceRevert : words.unproved.force}
              choice={choices.get(result.actionId)}
              choose={choose}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}
