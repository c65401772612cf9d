import type { Schemas } from '../api/wire';
import classes from './counters.module.css';

type SessionCounters = Schemas['SessionCounters'];
type Name = keyof SessionCounters;

const WORDS: readonly (readonly [Name, string, string?])[] = [
  ['pendingApproval', 'waiting', classes.warning],
  ['cleared', 'cleared'],
  ['blocked', 'blocked', classes.danger],
  ['success', 'done'],
  ['failed', 'without effect'],
  ['unknown', 'outcome unknown', classes.warning],
  ['rolledBack', 'rolled back'],
  ['rollbackFailed', 'not rolled back', classes.danger],
];

/** Shows the number of actions in each status; a status without actions is left out. */
export function Counters({ counters }: { counters: SessionCounters }) {
  const some = WORDS.filter(([name]) => counters[name] > 0);
  if (some.length === 0) return <span className={classes.counters}>none counted</span>;
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
