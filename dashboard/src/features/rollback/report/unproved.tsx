import type { Choice, Choices, Result } from '../shown';
import { ForceChoice } from './force-choice';
import classes from './report.module.css';
import { ResultHead } from './result-list';

interface UnprovedProps {
  readonly results: readonly Result[];
  readonly sessionId: string;
  readonly choices: Choices;
  readonly choose: (actionId: string, choice: Choice | undefined) => void;
  /** True for the undo of a rollback. */
  readonly isRevert: boolean;
}

/** Calls without a certain outcome that nothing proves: kept, unless the operator knows that the agent made them. */
export function Unproved({ results, sessionId, choices, choose, isRevert }: UnprovedProps) {
  return (
    <section className={classes.results}>
      <h2>
        Without proof <span>{results.length}</span>
      </h2>
      <p className={classes.note}>
        {isRevert
          ? 'These undos were interrupted, and another client may have brought the resources back. Nothing was written.'
          : 'These look as the calls would have left them; another client may have done it. Nothing was written.'}{' '}
        Choose for each call.
      </p>
      <ol>
        {results.map((result) => (
          <li key={result.actionId} className={classes.result}>
            <ResultHead result={result} sessionId={sessionId} />
            <ForceChoice
              result={result}
              forceLabel={
                isRevert
                  ? 'The rollback did it: reapply it without a proof'
                  : 'The agent did it: undo it without a proof'
              }
              choice={choices.get(result.actionId)}
              choose={choose}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}
