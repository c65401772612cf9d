import { Section } from '../../../ui/page';
import { overviewWords as words } from '../../../words';
import { type Bars, toBars } from './bars';
import classes from './day-chart.module.css';
import { Figures } from './figures';
import type { Day, Series } from './series';

interface DayChartProps {
  readonly title: string;
  readonly lead?: string;
  readonly series: readonly Series[];
  /** Oldest first. */
  readonly days: readonly Day[];
  readonly format?: (value: number) => string;
}

const COLUMN = 10;
const GAP = 2;
const HEIGHT = 120;

const plain = (value: number) => value.toLocaleString('en');

/** Bars by day, with the same figures as a table beside them. */
export function DayChart({ title, lead, series, days, format = plain }: DayChartProps) {
  const bars = toBars(days.map(({ values }) => values));
  return (
    <Section title={title} lead={lead}>
      <div className={classes.pair}>
        <figure className={classes.chart}>
          <figcaption>
            <ul className={classes.legend}>
              {series.map(({ name, tone }) => (
                <li key={name}>
                  <svg viewBox="0 0 10 10" aria-hidden="true">
                    <rect width="10" height="10" rx="2" className={classes[tone]} />
                  </svg>
                  {name}
                </li>
              ))}
            </ul>
            <span>{format(bars.top)}</span>
          </figcaption>
          <Drawing title={title} series={series} days={days} bars={bars} format={format} />
          <div className={classes.axis}>
            <span>{days[0]?.day}</span>
            <span>{days.at(-1)?.day}</span>
          </div>
        </figure>
        <Figures title={title} series={series} days={days} format={format} />
      </div>
    </Section>
  );
}

type DrawingProps = Required<Pick<DayChartProps, 'title' | 'series' | 'days' | 'format'>> & { readonly bars: Bars };

function Drawing({ title, series, days, bars, format }: DrawingProps) {
  return (
    <svg
      viewBox={`0 0 ${days.length * COLUMN} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={classes.drawing}
      role="img"
      aria-label={words.dayChart.label(title)}
    >
      {bars.columns.map((pieces, at) => (
        <g key={days[at]?.day}>
          <title>{wordsOf(days[at], series, format)}</title>
          <rect x={at * COLUMN} width={COLUMN} height={HEIGHT} className={classes.day} />
          {pieces.map(({ series: index, from, to }) => (
            <rect
              key={index}
              x={at * COLUMN + GAP / 2}
              width={COLUMN - GAP}
              y={(1 - to) * HEIGHT}
              height={(to - from) * HEIGHT}
              className={classes[series[index]?.tone ?? 'quiet']}
            />
          ))}
        </g>
      ))}
    </svg>
  );
}

function wordsOf(day: Day | undefined, series: readonly Series[], format: (value: number) => string): string {
  const parts = series.flatMap(({ name }, index) => {
    const value = day?.values[index];
    return value ? [`${name} ${format(value)}`] : [];
  });
  return `${day?.day}: ${parts.join(', ') || 'nothing'}`;
}
