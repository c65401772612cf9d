import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { includes } from '../../api/me';
import type { Plan } from '../../api/wire';
import { duration } from '../../ui/duration';
import type { Metrics } from './api/metrics';
import classes from './overview.module.css';

interface Figure {
  readonly name: string;
  readonly value: string;
  readonly more?: ReactNode;
}

const number = (value: number) => value.toLocaleString('en');

function figuresOf({ actions, successRate, approvals, blocked, violations, rollbacks }: Metrics, plan: Plan): Figure[] {
  return [
    { name: 'Actions', value: number(actions.total), more: `${number(actions.byStatus.ROLLED_BACK)} rolled back` },
    {
      name: 'Took effect',
      value: successRate === null ? '–' : `${Math.round(successRate * 1000) / 10} %`,
      more: 'of those whose outcome is known',
    },
    {
      name: 'Waiting for approval',
      value: number(approvals.pending),
      more: includes(plan, 'PRO') ? <Link to="/approvals">Inbox</Link> : undefined,
    },
    {
      name: 'Time to decide',
      value: approvals.medianDecisionMs === null ? '–' : duration(approvals.medianDecisionMs),
      more: `median of ${number(approvals.approved + approvals.rejected)}`,
    },
    { name: 'Blocked', value: number(blocked), more: `${number(violations.total)} violations` },
    { name: 'Rollbacks', value: number(rollbacks.started), more: conflicts(rollbacks.outcomes.CONFLICT) },
  ];
}

const conflicts = (count: number) => (count === 1 ? '1 conflict' : `${number(count)} conflicts`);

/** Since the organization was made. */
export function Totals({ metrics, plan }: { metrics: Metrics; plan: Plan }) {
  const { simulated } = metrics;
  return (
    <div className={classes.totals}>
      <dl className={classes.figures}>
        {figuresOf(metrics, plan).map(({ name, value, more }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <strong>{value}</strong>
              {more && <span>{more}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {simulated.actions.total > 0 && (
        <p className={classes.simulated}>
          Simulated, and in none of these figures: actions {number(simulated.actions.total)}, blocked{' '}
          {number(simulated.blocked)}, waiting for approval {number(simulated.approvals.pending)}.
        </p>
      )}
    </div>
  );
}
