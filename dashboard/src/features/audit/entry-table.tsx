import { Moment } from '../../ui/moment';
import { type Column, Table } from '../../ui/table';
import { UntrustedText } from '../../ui/untrusted-text';
import { auditWords as words } from '../../words';
import type { AuditEntry } from './api';
import classes from './audit.module.css';
import { TargetLink } from './target';

interface EntryTableProps {
  readonly entries: readonly AuditEntry[];
  /** A sequence. */
  readonly selected: number;
  readonly select: (sequence: number | undefined) => void;
}

export function EntryTable({ entries, selected, select }: EntryTableProps) {
  const columns: readonly Column<AuditEntry>[] = [
    { head: words.entryTable.no, cell: ({ sequence }) => sequence },
    {
      head: words.entryTable.what,
      cell: ({ action, sequence }) => (
        <button
          type="button"
          className={classes.action}
          aria-expanded={sequence === selected}
          onClick={() => select(sequence === selected ? undefined : sequence)}
        >
          {action}
        </button>
      ),
    },
    {
      head: words.entryTable.on,
      cell: ({ target, before, after }) => <TargetLink target={target} before={before} after={after} />,
    },
    { head: words.entryTable.who, cell: ({ actor }) => <UntrustedText>{actor.label}</UntrustedText> },
    { head: words.entryTable.when, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  ];
  return (
    <Table
      label={words.entryTable.entries}
      columns={columns}
      rows={entries}
      keyOf={({ id }) => id}
      isSelected={({ sequence }) => sequence === selected}
    />
  );
}
