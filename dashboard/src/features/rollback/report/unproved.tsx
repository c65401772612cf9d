import { rollbackWords as words } from '../../../words';
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
