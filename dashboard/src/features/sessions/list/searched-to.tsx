import { Moment } from '../../../ui/moment';
import { sessionsWords as words } from '../../../words';
import classes from './searched-to.module.css';

/** Shows how far back a text search has looked, because it has no index. */
export function SearchedTo({ at, hasMore }: { at: string | null; hasMore: boolean }) {
  return (
    <p className={classes.note} role="status">
      {hasMore && at ? (
        <>
          {words.searchedTo.since} <Moment at={at} />
          {words.searchedTo.olderFollow}
        </>
      ) : (
        words.searchedAll
      )}
    </p>
  );
}
