import type { ReactNode } from 'react';
import classes from './choice-label.module.css';

/** The label of a checkbox or radio button, with its explanation below it. */
export function ChoiceLabel({ hint, children }: { hint: ReactNode; children: ReactNode }) {
  return (
    <>
      {children}
      <span className={classes.hint}>{hint}</span>
    </>
  );
}
