import { commonWords as words } from '../words';
import classes from './countdown.module.css';
import { countdown } from './moments';
import { useNow } from './now';

const SOON_MS = 5 * 60_000;

/** Shows the remaining time, to the second. */
export function Countdown({ deadline }: { deadline: number }) {
  const left = deadline - useNow();
  return (
    <span className={left < SOON_MS ? classes.soon : classes.left} title={new Date(deadline).toISOString()}>
      {left <= 0 ? words.countdown.over : countdown(left)}
    </span>
  );
}
