import { type Column, Table } from '../../../ui/table';
import { policyWords as words } from '../../../words';
import type { Statistics } from '../api';
import classes from './statistics.module.css';

type Day = Statistics['days'][number];

const FIGURES: readonly (readonly [keyof Omit<Day, 'day'>, string])[] = [
  ['matches', words.days.matched],
  ['approvals', words.days.approvals],
  ['approved', words.days.approved],
  ['rejected', words.days.rejected],
  ['laterUndone', words.days.laterUndone],
  ['shadowMatches', words.days.shadowMatched],
];

const columns: readonly Column<Day>[] = [
  { head: words.days.day, cell: ({ day }) => <time dateTime={day}>{day}</time> },
  ...FIGURES.map(([figure, head]) => ({
    head,
    isNumber: true,
    cell: (row: Day) => row[figure].toLocaleString('en'),
  })),
];

/** The days on which something was counted, the newest first. */
export function Days({ days }: { days: Statistics['days'] }) {
  const busy = days.filter((day) => FIGURES.some(([figure]) => day[figure] > 0)).reverse();
  if (busy.length === 0) return <p>{words.days.none}</p>;
  return (
    <details className={classes.days}>
      <summary>
        {busy.length === 1 ? words.days.oneDay : words.days.days(busy.length)} {words.days.ofDays(days.length)}
      </summary>
      <Table label={words.days.label} columns={columns} rows={busy} keyOf={({ day }) => day} />
    </details>
  );
}
