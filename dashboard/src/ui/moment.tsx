import { usePreferences } from '../preferences/preferences';
import { absolute, ago, until } from './moments';
import { useNow } from './now';

interface MomentProps {
  readonly at: string;
  /** It is when something ends, and may lie ahead. */
  readonly isEnd?: boolean;
}

/** A point in time as the operator has chosen to read it; the other way is its title. */
export function Moment({ at, isEnd = false }: MomentProps) {
  const { timeZone, times } = usePreferences();
  const exact = absolute(Date.parse(at), timeZone);
  return times === 'absolute' ? (
    <time dateTime={at} title={at}>
      {exact}
    </time>
  ) : (
    <Relative at={at} exact={exact} words={isEnd ? until : ago} />
  );
}

function Relative({ at, exact, words }: { at: string; exact: string; words: typeof ago }) {
  const now = useNow();
  return (
    <time dateTime={at} title={exact}>
      {words(Date.parse(at), now)}
    </time>
  );
}
