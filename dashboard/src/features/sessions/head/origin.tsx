import { Link } from '@tanstack/react-router';
import { UntrustedText } from '../../../ui/untrusted-text';
import { sessionsWords as words } from '../../../words';
import type { Session } from '../api';
import classes from './session-head.module.css';

/** The user whose task the session is, and its labels; each leads to the sessions that have the same. */
export function Origin({ session: { onBehalfOf, labels } }: { readonly session: Session }) {
  const all = Object.entries(labels);
  return (
    <>
      {onBehalfOf !== null && (
        <span>
          {words.onBehalfOf}{' '}
          <Link to={'/sessions' as string} search={{ onBehalfOf } as never}>
            <UntrustedText>{onBehalfOf}</UntrustedText>
          </Link>
        </span>
      )}
      {all.length > 0 && (
        <ul className={classes.labels} aria-label={words.labels}>
          {all.map(([name, value]) => (
            <li key={name}>
              <Link to={'/sessions' as string} search={{ label: `${name}:${value}` } as never}>
                <UntrustedText>{`${name}: ${value}`}</UntrustedText>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
