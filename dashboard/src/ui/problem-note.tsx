import { Alert, Button } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { Problem, Unreachable } from '../api/problem';
import { commonWords } from '../words';
import classes from './problem-note.module.css';

/** Shows a problem in the service's own words, with the id to quote to the people who run it. */
export function ProblemNote({ error, retry }: { error: Error; retry?: () => void }) {
  const problem = error instanceof Problem ? error : null;
  return (
    <Alert
      color="red"
      variant="light"
      icon={<CircleAlert size={16} />}
      title={
        problem?.title ??
        (error instanceof Unreachable ? commonWords.problemNote.unreachable : commonWords.problemNote.failed)
      }
      role="alert"
    >
      <p className={classes.detail}>{error.message}</p>
      {problem && problem.fields.length > 0 && (
        <ul className={classes.fields}>
          {problem.fields.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              <code>{field}</code> {message}
            </li>
          ))}
        </ul>
      )}
      <div className={classes.foot}>
        {retry && (
          <Button size="compact-xs" variant="default" onClick={retry}>
            {commonWords.problemNote.retry}
          </Button>
        )}
        {problem && (
          <span className={classes.ids}>
            <a href={errorsPage(problem.code)} target="_blank" rel="noreferrer">
              {problem.code}
            </a>
            {commonWords.problemNote.request}
            <code>{problem.requestId}</code>
          </span>
        )}
      </div>
    </Alert>
  );
}

/** Returns the page on which the service explains a refusal. */
const errorsPage = (code: string) => `/errors/${encodeURIComponent(code)}`;
