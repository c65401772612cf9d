import type { ReactNode } from 'react';
import classes from './editor.module.css';

/** One question of the editor, and its inputs. */
export function Part({ title, about, children }: { title: string; about: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.part} aria-label={title}>
      <div className={classes.about}>
        <h2>{title}</h2>
        <p>{about}</p>
      </div>
      <div className={classes.inputs}>{children}</div>
    </section>
  );
}
