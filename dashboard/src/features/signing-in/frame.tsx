import { type ReactNode, useEffect } from 'react';
import { signInWords as words } from '../../words';
import classes from './frame.module.css';

interface FrameProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Links to other pages. */
  readonly foot?: ReactNode;
}

/** The frame of the pages before the sign-in. */
export function Frame({ title, children, foot }: FrameProps) {
  useEffect(() => {
    document.title = `${title} · Backstop`;
  }, [title]);
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <div className={classes.brand}>
          <img src="/dashboard/favicon.svg" width="28" height="28" alt="" />
          <span>{words.frame.backstop}</span>
        </div>
        <h1>{title}</h1>
        {children}
      </div>
      {foot && <p className={classes.foot}>{foot}</p>}
    </main>
  );
}
