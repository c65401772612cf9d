import type { ReactNode } from 'react';
import classes from './tag.module.css';

export type Tone = 'good' | 'danger' | 'warning' | 'accent' | 'quiet';

/** A state in a word or two; the word says it, the colour only helps to find it. */
export function Tag({ tone = 'quiet', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`${classes.tag} ${classes[tone]}`}>{children}</span>;
}
