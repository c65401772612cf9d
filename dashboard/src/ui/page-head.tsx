import type { ReactNode } from 'react';
import classes from './page-head.module.css';

interface PageHeadProps {
  readonly title: string;
  /** The subject of the page, in a sentence. */
  readonly children?: ReactNode;
  /** Buttons at the end of the line. */
  readonly actions?: ReactNode;
}

export function PageHead({ title, children, actions }: PageHeadProps) {
  return (
    <header className={classes.head}>
      <div>
        <h1>{title}</h1>
        {children && <p>{children}</p>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}
