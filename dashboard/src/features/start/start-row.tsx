import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './start.module.css';

interface StartRowProps {
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly title: ReactNode;
  readonly more?: ReactNode;
  readonly at?: ReactNode;
}

/** One thing to look at; the whole line links to the page that solves it. */
export function StartRow({ to, search, title, more, at }: StartRowProps) {
  return (
    <li>
      <Link to={to as string} search={(search ?? {}) as never} className={classes.line} preload={false}>
        <strong>{title}</strong>
        <span className={classes.at}>{at}</span>
        {more && <span className={classes.more}>{more}</span>}
      </Link>
    </li>
  );
}
