import { useQueries } from '@tanstack/react-query';
import { agentWords as words } from '../../../words';
import { progressQuery } from '../api';
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
          words.progress.lead
        ) : (
          <>
            <strong>
              {sum('finished').toLocaleString('en')} {words.progress.of} {sum('total').toLocaleString('en')}
            </strong>{' '}
            {words.progress.processed}
          </>
        )}{' '}
        {words.progress.continues}
      </p>
      {running.length > 0 ? (
        <progress value={sum('finished')} max={Math.max(sum('total'), 1)} aria-label={words.progress.bar} />
      ) : (
        <progress aria-label={words.progress.bar} />
      )}
    </div>
  );
}
