import { commonWords as words } from '../words';
import classes from './countdown.module.css';
import { countdown, isShort } from './moments';
import { useNow } from './now';

/** Shows the remaining time, to the second. */
export function Countdown({ deadline }: { deadline: number }) {
  const left = deadline - useNow();
  return (
    <span className={isShort(left) ? classes.soon : classes.left} title={new Date(deadline).toISOString()}>
      {left <= 0 ? words.countdown.over : countdown(left)}
    </span>
  );
}
