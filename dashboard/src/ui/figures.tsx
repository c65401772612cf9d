import type { ReactNode } from 'react';
import classes from './figures.module.css';

interface FiguresProps {
  readonly label: string;
  readonly figures: readonly {
    readonly name: string;
    readonly value: ReactNode;
    /** It asks to be looked at. */
    readonly isWarning?: boolean;
  }[];
}

/** A few numbers beside each other, each with its name. */
export function Figures({ label, figures }: FiguresProps) {
  return (
    <dl className={classes.figures} aria-label={label}>
      {figures.map(({ name, value, isWarning }) => (
        <div key={name} className={isWarning ? classes.warning : undefined}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
