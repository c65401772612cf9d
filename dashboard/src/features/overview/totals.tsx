import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { includes } from '../../api/me';
import type { Plan } from '../../api/wire';
import { duration } from '../../ui/duration';
import { overviewWords as words } from '../../words';
import type { Metrics } from './api';
import classes from './overview.module.css';

interface Figure {
  readonly name: string;
  readonly value: string;
  readonly more?: ReactNode;
}

const number = (value: number) => value.toLocaleString('en');

function figuresOf({ actions, successRate, approvals, blocked, violations, rollbacks }: Metrics, plan: Plan): Figure[] {
  return [
    {
      name: words.totals.actions,
      value: number(actions.total),
      more: words.totals.rolledBack(number(actions.byStatus.ROLLED_BACK)),
    },
    {
      name: words.totals.tookEffect,
      value: successRate === null ? '–' : `${Math.round(successRate * 1000) / 10} %`,
      more: words.totals.ofKnown,
    },
    {
      name: words.totals.pending,
      value: number(approvals.pending),
      more: includes(plan, 'PRO') ? <Link to="/approvals">{words.totals.inbox}</Link> : undefined,
    },
    {
      name: words.totals.timeToDecide,
      value: approvals.medianDecisionMs === null ? '–' : duration(approvals.medianDecisionMs),
      more: words.totals.medianOf(number(approvals.approved + approvals.rejected)),
    },
    { name: words.totals.blocked, value: number(blocked), more: `${number(violations.total)} violations` },
    { name: words.totals.rollbacks, value: number(rollbacks.started), more: conflicts(rollbacks.outcomes.CONFLICT) },
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
          {words.totals.simulated} {number(simulated.actions.total)}
          {words.totals.simulatedBlocked} {number(simulated.blocked)}
          {words.totals.simulatedPending} {number(simulated.approvals.pending)}.
        </p>
      )}
    </div>
  );
}
