import { type Column, Table } from '../../../ui/table';
import type { Statistics } from '../api/statistics';
import classes from './statistics.module.css';

type Day = Statistics['days'][number];

const FIGURES: readonly (readonly [keyof Omit<Day, 'day'>, string])[] = [
  ['matches', 'Matched'],
  ['approvals', 'Approvals'],
  ['approved', 'Approved'],
  ['rejected', 'Rejected'],
  ['laterUndone', 'Later undone'],
  ['shadowMatches', 'In shadow mode'],
];

const columns: readonly Column<Day>[] = [
  { head: 'Day', cell: ({ day }) => <time dateTime={day}>{day}</time> },
  ...FIGURES.map(([figure, head]) => ({
    head,
    isNumber: true,
    cell: (row: Day) => row[figure].toLocaleString('en'),
  })),
];

/** The days on which something was counted, the newest first. */
export function Days({ days }: { days: Statistics['days'] }) {
  const busy = days.filter((day) => FIGURES.some(([figure]) => day[figure] > 0)).reverse();
  if (busy.length === 0) return <p>No call matched in this time.</p>;
  return (
    <details className={classes.days}>
      <summary>
        {busy.length === 1 ? 'The one day' : `The ${busy.length} days`} with calls, of {days.length}
      </summary>
      <Table label="Day by day" columns={columns} rows={busy} keyOf={({ day }) => day} />
    </details>
  );
}
