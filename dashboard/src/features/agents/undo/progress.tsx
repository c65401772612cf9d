import { useQueries } from '@tanstack/react-query';
import { progressQuery } from '../api/progress';
import classes from './undo.module.css';

/** The most sessions whose progress is asked for; an answer to the order itself has all of them. */
const FOLLOWED = 12;

/** Shows the progress of the undo, which continues without this page. */
export function Progress({ sessionIds }: { sessionIds: readonly string[] }) {
  const answers = useQueries({ queries: sessionIds.slice(0, FOLLOWED).map(progressQuery) });
  const running = answers.flatMap(({ data }) => (data?.state === 'running' ? [data.progress] : []));
  const sum = (of: 'finished' | 'total') => running.reduce((all, progress) => all + progress[of], 0);
  return (
    <div className={classes.progress}>
      <p role="status">
        {running.length === 0 ? (
          'The service undoes the calls one after another.'
        ) : (
          <>
            <strong>
              {sum('finished').toLocaleString('en')} of {sum('total').toLocaleString('en')}
            </strong>{' '}
            calls processed in the sessions that are being rolled back now.
          </>
        )}{' '}
        It goes on when you close this page.
      </p>
      {running.length > 0 ? (
        <progress value={sum('finished')} max={Math.max(sum('total'), 1)} aria-label="Calls looked at" />
      ) : (
        <progress aria-label="Calls looked at" />
      )}
    </div>
  );
}
