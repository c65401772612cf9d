import { overviewWords as words } from '../../../words';
import classes from './day-chart.module.css';
import type { Day, Series } from './series';

interface FiguresProps {
  readonly title: string;
  readonly series: readonly Series[];
  /** Oldest first. */
  readonly days: readonly Day[];
  readonly format: (value: number) => string;
}

const hasSomething = ({ values }: Day) => values.some(Boolean);

/** The days on which something happened, newest first. */
export function Figures({ title, series, days, format }: FiguresProps) {
  const some = days.filter(hasSomething).reverse();
  if (some.length === 0)
    return (
      <p className={classes.none}>
        {words.figures.none} {days.length} {words.figures.days}
      </p>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with keys
    <section className={classes.figures} tabIndex={0} aria-label={words.figures.summary(title)}>
      <table aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{words.figures.day}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {some.map(({ day, values }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              {series.map(({ name }, index) => (
                <td key={name}>{typeof values[index] === 'number' ? format(values[index]) : '–'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
