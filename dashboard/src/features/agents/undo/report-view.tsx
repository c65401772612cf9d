import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Moment } from '../../../ui/moment';
import { OutcomeCounts } from '../../../ui/outcomes';
import { SessionStatusTag } from '../../../ui/session-status';
import { type Column, Table } from '../../../ui/table';
import type { Report } from '../api/undo';

type OfSession = Report['rollbacks'][number];

const columns: readonly Column<OfSession>[] = [
  {
    head: 'Session',
    cell: ({ sessionId }) => (
      <Link to={`/sessions/${sessionId}` as string} preload={false}>
        <code>{sessionId}</code>
      </Link>
    ),
  },
  { head: 'Status', cell: ({ displayStatus }) => <SessionStatusTag status={displayStatus} /> },
  {
    head: 'Undone',
    isNumber: true,
    cell: ({ results }) =>
      `${results.filter(({ outcome }) => outcome === 'ROLLED_BACK').length} of ${results.length.toLocaleString('en')}`,
  },
  {
    head: 'Report',
    cell: ({ sessionId, hash }) => (
      <Link to={`/sessions/${sessionId}/rollback` as string} preload={false}>
        {hash === null ? 'Report' : 'Report, conflicts and another try'}
      </Link>
    ),
  },
];

/** Shows the results of an agent's undo so far, session by session. */
export function ReportView({ report, leave }: { report: Report; leave: () => void }) {
  const { rollbacks, skipped, startedAt } = report;
  const results = rollbacks.flatMap((one) => one.results);
  return (
    <>
      {results.length > 0 && <OutcomeCounts results={results} />}
      <p>
        Began <Moment at={startedAt} />. Each report stays with its session when you close this page.
        {skipped.length > 0 &&
          ` ${skipped.length} ${skipped.length === 1 ? 'session was' : 'sessions were'} being rolled back already, and left to that.`}
      </p>
      {rollbacks.length > 0 && (
        <Table label="Sessions" columns={columns} rows={rollbacks} keyOf={({ sessionId }) => sessionId} />
      )}
      <div>
        <Button variant="default" onClick={leave}>
          Back to the agent
        </Button>
      </div>
    </>
  );
}
