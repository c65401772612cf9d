import { Link } from '@tanstack/react-router';
import { ActionStatusTag } from '../../../ui/action-status';
import { CallName } from '../../../ui/call-name';
import { Moment } from '../../../ui/moment';
import { StrangerText } from '../../../ui/stranger-text';
import { type Column, Table } from '../../../ui/table';
import type { Simulation } from '../api/simulate';
import { DecisionTag } from '../decision';
import classes from './simulation.module.css';

type Sample = Simulation['samples'][number];

const columns: readonly Column<Sample>[] = [
  {
    head: 'Call',
    cell: ({ sessionId, actionId, apiName, summary, agentId, createdAt }) => (
      <div className={classes.call}>
        <Link to={`/sessions/${sessionId}` as string} search={{ action: actionId } as never} preload={false}>
          <CallName call={{ apiName, summary }} />
        </Link>
        <span className={classes.of}>
          <StrangerText>{agentId}</StrangerText> · <Moment at={createdAt} />
        </span>
      </div>
    ),
  },
  { head: 'The draft', cell: ({ decision }) => (decision ? <DecisionTag decision={decision} /> : 'no match') },
  { head: 'What was decided', cell: ({ recordedDecision }) => <DecisionTag decision={recordedDecision} /> },
  { head: 'What became of it', cell: ({ status }) => <ActionStatusTag status={status} /> },
];

/** Some of the calls that the draft matches. */
export function Samples({ samples }: { samples: readonly Sample[] }) {
  return <Table label="Samples" columns={columns} rows={samples} keyOf={({ actionId }) => actionId} />;
}
