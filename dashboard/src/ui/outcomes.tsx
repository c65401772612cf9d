import type { Schemas } from '../api/wire';
import { commonWords as words } from '../words';
import classes from './outcomes.module.css';
import { Tag, type Tone } from './tag';

type Result = Schemas['RollbackReport']['results'][number];

type Outcome = NonNullable<Result['outcome']>;

const WORDS: Readonly<Record<Outcome, readonly [string, Tone]>> = {
  ROLLED_BACK: [words.outcomes.rolledBack, 'good'],
  CONFLICT: [words.outcomes.conflict, 'warning'],
  ROLLBACK_FAILED: [words.outcomes.failed, 'danger'],
  UNKNOWN: [words.outcomes.unknown, 'warning'],
  IRREVERSIBLE: [words.outcomes.irreversible, 'danger'],
  SKIPPED: [words.outcomes.skipped, 'quiet'],
  REAPPLIED: [words.outcomes.reapplied, 'good'],
};

const ORDER = Object.keys(WORDS) as readonly Outcome[];

export function OutcomeTag({ outcome, isSimulated = false }: { outcome: Result['outcome']; isSimulated?: boolean }) {
  if (outcome === null) return <Tag tone="accent">{words.outcomes.underWay}</Tag>;
  if (isSimulated && outcome === 'SKIPPED') return <Tag tone="accent">{words.outcomes.simulated}</Tag>;
  const [word, tone] = WORDS[outcome];
  return <Tag tone={tone}>{word}</Tag>;
}

interface OutcomeCountsProps {
  readonly results: readonly Result[];
  /** The session is of a test key: no provider was called, and nothing was left out. */
  readonly isSimulated?: boolean;
}

/** Shows the number of calls with each outcome. */
export function OutcomeCounts({ results, isSimulated = false }: OutcomeCountsProps) {
  const found = ORDER.map((outcome) => [outcome, results.filter((one) => one.outcome === outcome).length] as const);
  return (
    <ul className={classes.counts} aria-label={words.outcomes.outcomes}>
      {found
        .filter(([, count]) => count > 0)
        .map(([outcome, count]) => (
          <li key={outcome}>
            <strong>{count.toLocaleString('en')}</strong> <OutcomeTag outcome={outcome} isSimulated={isSimulated} />
          </li>
        ))}
    </ul>
  );
}
