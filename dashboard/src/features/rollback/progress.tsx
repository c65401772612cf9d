import { rollbackWords as words } from '../../words';
import classes from './progress.module.css';
import { ResultList } from './report/result-list';
import type { ShownReport } from './shown';

/** Shows the progress of a rollback, which continues without this page. */
export function Progress({ shown }: { shown: ShownReport }) {
  const { finished, total } = shown.progress;
  return (
    <>
      <section className={classes.progress} aria-label={words.progress.title}>
        <p role="status">
          <strong>
            {finished.toLocaleString('en')} {words.progress.of} {total.toLocaleString('en')}
          </strong>{' '}
          {total === 1 ? words.progress.call : words.progress.calls} {words.progress.continues}
        </p>
        <progress value={finished} max={Math.max(total, 1)} aria-label={words.progress.bar} />
      </section>
      <ResultList
        title={words.progress.soFar}
        results={shown.results.filter(({ outcome }) => outcome !== null)}
        sessionId={null}
      />
    </>
  );
}
