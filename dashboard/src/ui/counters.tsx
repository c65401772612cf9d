import type { Schemas } from '../api/wire';
import { commonWords as words } from '../words';
import classes from './counters.module.css';

type SessionCounters = Schemas['SessionCounters'];
type Name = keyof SessionCounters;

const WORDS: readonly (readonly [Name, string, string?])[] = [
  ['pendingApproval', words.counters.pending, classes.warning],
  ['cleared', words.counters.cleared],
  ['blocked', words.counters.blocked, classes.danger],
  ['success', words.counters.done],
  ['failed', words.counters.withoutEffect],
  ['unknown', words.counters.outcomeUnknown, classes.warning],
  ['rolledBack', words.counters.rolledBack],
  ['rollbackFailed', words.counters.notRolledBack, classes.danger],
];

/** Shows the number of actions in each status; a status without actions is left out. */
export function Counters({ counters }: { counters: SessionCounters }) {
  const some = WORDS.filter(([name]) => counters[name] > 0);
  if (some.length === 0) return <span className={classes.counters}>{words.counters.noneCounted}</span>;
  return (
    <span className={classes.counters}>
      {some.map(([name, word, className]) => (
        <span key={name} className={className}>
          {counters[name].toLocaleString('en')} {word}
        </span>
      ))}
    </span>
  );
}
