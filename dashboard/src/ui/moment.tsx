import { usePreferences } from '../preferences/preferences';
import { absolute, ago } from './moments';
import { useNow } from './now';

/** A point in time as the operator has chosen to read it; the other way is its title. */
export function Moment({ at }: { at: string }) {
  const { timeZone, times } = usePreferences();
  const exact = absolute(Date.parse(at), timeZone);
  return times === 'absolute' ? (
    <time dateTime={at} title={at}>
      {exact}
    </time>
  ) : (
    <Relative at={at} exact={exact} />
  );
}

function Relative({ at, exact }: { at: string; exact: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={exact}>
      {ago(Date.parse(at), now)}
    </time>
  );
}
