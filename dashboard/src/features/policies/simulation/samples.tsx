import { Link } from '@tanstack/react-router';
import { ActionStatusTag } from '../../../ui/action-status';
import { CallName } from '../../../ui/call-name';
import { Moment } from '../../../ui/moment';
import { type Column, Table } from '../../../ui/table';
import { UntrustedText } from '../../../ui/untrusted-text';
import { policyWords as words } from '../../../words';
import type { Simulation } from '../api';
import { DecisionTag } from '../decision';
import classes from './simulation.module.css';

type Sample = Simulation['samples'][number];

const columns: readonly Column<Sample>[] = [
  {
    head: words.samples.call,
    cell: ({ sessionId, actionId, apiName, summary, agentId, createdAt }) => (
      <div className={classes.call}>
        <Link to={`/sessions/${sessionId}` as string} search={{ action: actionId } as never} preload={false}>
          <CallName call={{ apiName, summary }} />
        </Link>
        <span className={classes.of}>
          <UntrustedText>{agentId}</UntrustedText> · <Moment at={createdAt} />
        </span>
      </div>
    ),
  },
  {
    head: words.samples.draft,
    cell: ({ decision }) => (decision ? <DecisionTag decision={decision} /> : words.samples.noMatch),
  },
  { head: words.samples.decided, cell: ({ recordedDecision }) => <DecisionTag decision={recordedDecision} /> },
  { head: words.samples.status, cell: ({ status }) => <ActionStatusTag status={status} /> },
];

/** Some of the calls that the draft matches. */
export function Samples({ samples }: { samples: readonly Sample[] }) {
  return <Table label={words.samples.label} columns={columns} rows={samples} keyOf={({ actionId }) => actionId} />;
}
