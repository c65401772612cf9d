import { UntrustedText } from '../../ui/untrusted-text';
import { rollbackWords as words } from '../../words';
import type { Shown } from './shown';
import classes from './unverified-reads.module.css';

/** Calls that a rollback leaves alone on the agent's word. */
export function UnverifiedReads({ reads }: { reads: Shown['unverifiedReads'] }) {
  if (reads.length === 0) return null;
  const names = [...new Set(reads.map(({ apiName }) => apiName))];
  return (
    <section className={classes.reads}>
      <h2>{words.unverifiedReads.title}</h2>
      <p>
        {words.unverifiedReads.lead}{' '}
        {reads.length === 1
          ? words.unverifiedReads.oneCall
          : words.unverifiedReads.calls(reads.length.toLocaleString('en'))}
        {words.unverifiedReads.leaves}{' '}
        {reads.length === 1 ? words.unverifiedReads.oneCallObject : words.unverifiedReads.callsObject}{' '}
        {words.unverifiedReads.alone}
      </p>
      <ul>
        {names.slice(0, 20).map((name) => (
          <li key={name}>
            <code>
              <UntrustedText>{name}</UntrustedText>
            </code>
          </li>
        ))}
      </ul>
      {names.length > 20 && (
        <p>
          {words.unverifiedReads.and} {names.length - 20} {words.unverifiedReads.moreNames}
        </p>
      )}
    </section>
  );
}
