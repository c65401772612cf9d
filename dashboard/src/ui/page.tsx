import type { ReactNode } from 'react';
import classes from './page.module.css';
import { PageHead } from './page-head';

interface PageProps {
  readonly title: string;
  /** The subject of the page, in a sentence. */
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page that scrolls as a whole: its head, then its sections. */
export function Page({ title, lead, actions, children }: PageProps) {
  return (
    <div className={classes.page}>
      <PageHead title={title} actions={actions}>
        {lead}
      </PageHead>
      {children}
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page, with a heading of its own. */
export function Section({ title, lead, actions, children }: SectionProps) {
  return (
    <section className={classes.section} aria-label={title}>
      <header className={classes.top}>
        <div>
          <h2>{title}</h2>
          {lead && <p>{lead}</p>}
        </div>
        {actions}
      </header>
      {children}
    </section>
  );
}
