import { Moment } from '../../../ui/moment';
import { sessionsWords as words } from '../../../words';
import classes from './searched-to.module.css';

/** Shows how far back a text search has looked, because it has no index. */
export function SearchedTo({ at, hasMore }: { at: string | null; hasMore: boolean }) {
  return (
    <p className={classes.note} role="status">
      {hasMore && at ? (
        <>
          The search has looked at the sessions opened since <Moment at={at} />. Older ones follow.
        </>
      ) : (
        words.searchedAll
      )}
    </p>
  );
}
