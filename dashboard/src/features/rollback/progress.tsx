import classes from './progress.module.css';
import { ResultList } from './report/result-list';
import type { ShownReport } from './shown';

/** Shows the progress of a rollback, which continues without this page. */
export function Progress({ shown }: { shown: ShownReport }) {
  const { finished, total } = shown.progress;
  return (
    <>
      <section className={classes.progress} aria-label="Progress">
        <p role="status">
          <strong>
            {finished.toLocaleString('en')} of {total.toLocaleString('en')}
          </strong>{' '}
          {total === 1 ? 'call' : 'calls'} looked at. The rollback goes on when you close this page.
        </p>
        <progress value={finished} max={Math.max(total, 1)} aria-label="Calls looked at" />
      </section>
      <ResultList title="So far" results={shown.results.filter(({ outcome }) => outcome !== null)} sessionId={null} />
    </>
  );
}
