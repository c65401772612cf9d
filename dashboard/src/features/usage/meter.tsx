import { usageWords as words } from '../../words';
import { part } from './part';
import classes from './usage.module.css';

const ALMOST = 0.9;

/** A small share is not shown as zero. */
const percent = (share: number) =>
  share > 0 && share < 0.01 ? words.meter.underOnePercent : `${Math.floor(share * 100)} %`;

/** Shows the used part of the month's quota. */
export function Meter({ used, limit }: { used: number; limit: number }) {
  const share = part(used, limit);
  const [usedText, limitText] = [used.toLocaleString('en'), limit.toLocaleString('en')];
  return (
    <div className={classes.meter}>
      <p className={classes.figure}>
        <strong>{usedText}</strong> {words.meter.of} {limitText}
      </p>
      <svg viewBox="0 0 1000 12" preserveAspectRatio="none" className={classes.bar} aria-hidden="true">
        <rect width="1000" height="12" className={classes.track} />
        <rect width={share * 1000} height="12" className={share >= ALMOST ? classes.almost : classes.used} />
      </svg>
      {share >= 1 ? (
        <p className={classes.over}>{words.meter.usedUp}</p>
      ) : (
        <p>
          {percent(share)} {words.meter.used}
        </p>
      )}
    </div>
  );
}
