import { StrangerText } from '../../ui/stranger-text';
import type { Shown } from './shown';
import classes from './unverified-reads.module.css';

/** Calls that a rollback leaves alone on the agent's word. */
export function UnverifiedReads({ reads }: { reads: Shown['unverifiedReads'] }) {
  if (reads.length === 0) return null;
  const names = [...new Set(reads.map(({ apiName }) => apiName))];
  return (
    <section className={classes.reads}>
      <h2>Only the agent says that these are reads</h2>
      <p>
        No connector knows {reads.length === 1 ? 'this call' : `these ${reads.length.toLocaleString('en')} calls`}, and
        a rollback leaves {reads.length === 1 ? 'it' : 'them'} alone:
      </p>
      <ul>
        {names.slice(0, 20).map((name) => (
          <li key={name}>
            <code>
              <StrangerText>{name}</StrangerText>
            </code>
          </li>
        ))}
      </ul>
      {names.length > 20 && <p>and {names.length - 20} more names</p>}
    </section>
  );
}
