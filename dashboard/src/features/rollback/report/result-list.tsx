import { Link } from '@tanstack/react-router';
import { CallName } from '../../../ui/call-name';
import { OutcomeTag } from '../../../ui/outcomes';
import { UntrustedText } from '../../../ui/untrusted-text';
import { rollbackWords as words } from '../../../words';
import { Limited } from '../limited';
import type { Result } from '../shown';
import { Fields } from './fields';
import classes from './report.module.css';

interface ResultListProps {
  readonly title: string;
  readonly results: readonly Result[];
  /** Null while the list grows: it has no links then. */
  readonly sessionId: string | null;
  readonly isSimulated?: boolean;
}

export function ResultList({ title, results, sessionId, isSimulated = false }: ResultListProps) {
  if (results.length === 0) return null;
  return (
    <section className={classes.results}>
      <h2>
        {title} <span>{results.length.toLocaleString('en')}</span>
      </h2>
      <Limited items={results}>
        {(result) => (
          <li key={result.actionId} className={classes.result}>
            <ResultHead result={result} sessionId={sessionId} isSimulated={isSimulated} />
            {result.items?.some(({ fields }) => fields.length > 0) && (
              <details>
                <summary>{words.resultList.fields}</summary>
                <Fields items={result.items} />
              </details>
            )}
          </li>
        )}
      </Limited>
    </section>
  );
}

interface ResultHeadProps {
  readonly result: Result;
  readonly sessionId: string | null;
  readonly isSimulated?: boolean;
}

export function ResultHead({ result, sessionId, isSimulated = false }: ResultHeadProps) {
  const name = <CallName call={result} />;
  return (
    <>
      <div className={classes.resultHead}>
        {sessionId === null ? (
          <span className={classes.name}>{name}</span>
        ) : (
          <Link
            to={`/sessions/${sessionId}` as string}
            search={{ action: result.actionId } as never}
            className={classes.name}
          >
            {name}
          </Link>
        )}
        <OutcomeTag outcome={result.outcome} isSimulated={isSimulated} />
      </div>
      {result.detail && (
        <p className={classes.detail}>
          <UntrustedText>{result.detail}</UntrustedText>
        </p>
      )}
    </>
  );
}
