import { commonWords } from '../words';
import classes from './score-history.module.css';

/** Shows the number of an agent's sessions with each drift score. */
export function ScoreHistory({ counts }: { counts: readonly number[] }) {
  const most = Math.max(1, ...counts);
  const bars = counts.map((count, at) => ({ range: `${at / 10} to ${(at + 1) / 10}`, count }));
  const words = bars.map(({ range, count }) => `${range}: ${count}`).join(', ');
  return (
    <div className={classes.history} role="img" aria-label={commonWords.scoreHistory.label(words)}>
      {bars.map(({ range, count }) => (
        <span key={range} style={{ height: `${count === 0 ? 4 : 12 + (88 * count) / most}%` }} />
      ))}
    </div>
  );
}
