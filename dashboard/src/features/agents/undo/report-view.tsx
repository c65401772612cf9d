import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Moment } from '../../../ui/moment';
import { OutcomeCounts } from '../../../ui/outcomes';
import { SessionStatusTag } from '../../../ui/session-status';
import { type Column, Table } from '../../../ui/table';
import { agentWords as words } from '../../../words';
import type { Report } from '../api';

type OfSession = Report['rollbacks'][number];

const columns: readonly Column<OfSession>[] = [
  {
    head: words.reportView.session,
    cell: ({ sessionId }) => (
      <Link to={`/sessions/${sessionId}` as string} preload={false}>
        <code>{sessionId}</code>
      </Link>
    ),
  },
  { head: words.reportView.status, cell: ({ displayStatus }) => <SessionStatusTag status={displayStatus} /> },
  {
    head: words.reportView.undone,
    isNumber: true,
    cell: ({ results }) =>
      `${results.filter(({ outcome }) => outcome === 'ROLLED_BACK').length} of ${results.length.toLocaleString('en')}`,
  },
  {
    head: words.reportView.report,
    cell: ({ sessionId, hash }) => (
      <Link to={`/sessions/${sessionId}/rollback` as string} preload={false}>
        {hash === null ? words.reportView.report : words.reportView.reportHelp}
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
        {words.reportView.began} <Moment at={startedAt} />
        {words.reportView.stays}
        {skipped.length > 0 && words.reportView.underWay(skipped.length)}
      </p>
      {rollbacks.length > 0 && (
        <Table
          label={words.reportView.sessions}
          columns={columns}
          rows={rollbacks}
          keyOf={({ sessionId }) => sessionId}
        />
      )}
      <div>
        <Button variant="default" onClick={leave}>
          {words.reportView.back}
        </Button>
      </div>
    </>
  );
}
