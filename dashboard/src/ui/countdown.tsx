import { commonWords as words } from '../words';
import classes from './countdown.module.css';
import { countdown, isShort } from './moments';
import { useNow } from './now';

/** Shows the remaining time, to the second once it is short, with a word such as `left` after it. */
export function Countdown({ deadline, word }: { deadline: number; word?: string }) {
  const left = deadline - useNow();
  return (
    <span className={isShort(left) ? classes.soon : classes.left} title={new Date(deadline).toISOString()}>
      {left <= 0 ? words.countdown.over : [countdown(left), word].filter(Boolean).join(' ')}
    </span>
  );
}
