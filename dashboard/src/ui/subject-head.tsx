import type { ReactNode } from 'react';
import { Back } from './back';
import classes from './subject-head.module.css';

interface SubjectHeadProps {
  readonly back: { readonly to: string; readonly label: string };
  readonly title: ReactNode;
  readonly tags?: ReactNode;
  readonly actions?: ReactNode;
  /** Lines below the title. */
  readonly children?: ReactNode;
}

/** The head of a page about one resource: its name, its state, and the operator's commands for it. */
export function SubjectHead({ back, title, tags, actions, children }: SubjectHeadProps) {
  return (
    <header className={classes.head}>
      <div className={classes.top}>
        <Back {...back} />
        <h1>{title}</h1>
        {tags}
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </header>
  );
}
