import type { ReactNode } from 'react';
import classes from './choice-label.module.css';

/** What a box or a button among several stands for, and below it what that means. */
export function ChoiceLabel({ hint, children }: { hint: ReactNode; children: ReactNode }) {
  return (
    <>
      {children}
      <span className={classes.hint}>{hint}</span>
    </>
  );
}
