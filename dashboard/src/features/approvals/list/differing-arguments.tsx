import { cut } from '../../../ui/cut';
import { type Column, Table } from '../../../ui/table';
import { UntrustedText } from '../../../ui/untrusted-text';
import { inboxWords as words } from '../../../words';
import type { ApprovalDetail } from '../approval';
import { differences } from './differences';
import classes from './several.module.css';

/** More columns do not fit; the arguments stand whole beneath. */
const SHOWN = 4;
const SHOWN_OF_VALUE = 60;

/** The values in which several calls of one kind differ, a line for each call. */
export function DifferingArguments({ calls }: { calls: readonly ApprovalDetail[] }) {
  const found = differences(calls.map(({ payload }) => payload));
  if (calls.length < 2 || found.length === 0) return null;
  const columns: readonly Column<number>[] = [
    { head: words.number, cell: (index) => index + 1, isNumber: true },
    ...found.slice(0, SHOWN).map(({ path, values }) => ({
      head: cut(path, SHOWN_OF_VALUE),
      cell: (index: number) => (
        <UntrustedText>
          {cut(values[index] === undefined ? '–' : JSON.stringify(values[index]), SHOWN_OF_VALUE)}
        </UntrustedText>
      ),
    })),
  ];
  return (
    <>
      <h3>{words.differingArguments}</h3>
      <div className={classes.differs}>
        <Table
          label={words.differingArguments}
          columns={columns}
          rows={calls.map((_, index) => index)}
          keyOf={String}
        />
      </div>
      {found.length > SHOWN && <p className={classes.more}>{words.moreDiffers(found.length - SHOWN)}</p>}
    </>
  );
}
