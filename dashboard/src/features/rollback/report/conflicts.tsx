import { useRef } from 'react';
import { useCommands } from '../../../keyboard/use-commands';
import { rollbackWords as words } from '../../../words';
import { addedBy, type Choice, type Choices, type Result } from '../shown';
import { Fields } from './fields';
import { ForceChoice } from './force-choice';
import classes from './report.module.css';
import { ResultHead } from './result-list';

interface ConflictsProps {
  readonly results: readonly Result[];
  readonly sessionId: string;
  readonly choices: Choices;
  readonly choose: (actionId: string, choice: Choice | undefined) => void;
  /** True for the undo of a rollback. */
  readonly isRevert: boolean;
}

/**
 * Lists the changes that another client made after the agent, call by call: they are kept, unless the operator
 * overwrites them.
 */
export function Conflicts({ results, sessionId, choices, choose, isRevert }: ConflictsProps) {
  const list = useRef<HTMLOListElement>(null);
  const step = (by: number) => {
    const groups = [...(list.current?.querySelectorAll<HTMLElement>('[data-conflict]') ?? [])];
    const at = groups.findIndex((group) => group.contains(document.activeElement));
    const next = groups[Math.min(Math.max(at + by, 0), groups.length - 1)];
    next?.querySelector<HTMLInputElement>('input:checked')?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  };
  useCommands(words.conflicts.title, [
    { keys: 'j', label: words.conflicts.next, run: () => step(1) },
    { keys: 'k', label: words.conflicts.previous, run: () => step(-1) },
  ]);
  return (
    <section className={classes.results}>
      <h2>
        {words.conflicts.title} <span>{results.length}</span>
      </h2>
      <p className={classes.note}>
        {words.conflicts.lead} {isRevert ? words.conflicts.rollback : words.conflicts.agent}
        {words.conflicts.nothingOverwritten}
      </p>
      <ol ref={list}>
        {results.map((result) => (
          <li key={result.actionId} className={classes.result} data-conflict>
            <ResultHead result={result} sessionId={sessionId} />
            <Fields items={result.items ?? []} isRevert={isRevert} />
            <ForceChoice
              result={result}
              forceLabel={isRevert ? words.conflicts.overwriteRevert : words.conflicts.overwrite}
              choice={choices.get(result.actionId)}
              subtractLabel={isRevert ? undefined : subtractLabel(result)}
              choose={choose}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

function subtractLabel(result: Result): string | undefined {
  const added = addedBy(result);
  return added.length > 0 ? words.conflicts.subtract(added.join(', ').slice(0, 200)) : undefined;
}
