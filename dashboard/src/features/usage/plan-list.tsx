import { Button } from '@mantine/core';
import { includes } from '../../api/me';
import type { Plan } from '../../api/wire';
import { Tag } from '../../ui/tag';
import { usageWords as words } from '../../words';
import classes from './usage.module.css';

/** The features of each plan beyond those of the smaller ones. */
const PLANS: readonly { readonly plan: Plan; readonly includes: readonly string[] }[] = [
  {
    plan: 'FREE',
    includes: [words.plans.ledger, words.plans.agents],
  },
  {
    plan: 'PRO',
    includes: [words.plans.approvals, words.plans.credentials, words.plans.webhooks],
  },
  {
    plan: 'TEAM',
    includes: [words.plans.policies, words.plans.intent, words.plans.audit],
  },
];

interface PlanListProps {
  readonly has: Plan;
  readonly isBusy: boolean;
  readonly choose: (plan: 'PRO' | 'TEAM') => void;
}

export function PlanList({ has, isBusy, choose }: PlanListProps) {
  return (
    <ul className={classes.plans}>
      {PLANS.map(({ plan, includes: parts }, index) => (
        <li key={plan} className={plan === has ? classes.own : classes.plan}>
          <header>
            <h3>{plan}</h3>
            {plan === has && <Tag tone="accent">{words.planList.yours}</Tag>}
          </header>
          {index > 0 && (
            <p>
              {words.planList.everything} {PLANS[index - 1]?.plan}
              {words.planList.and}
            </p>
          )}
          <ul className={classes.parts}>
            {parts.map((part) => (
              <li key={part}>{part}</li>
            ))}
          </ul>
          {plan !== 'FREE' && !includes(has, plan) && (
            <Button disabled={isBusy} onClick={() => choose(plan)}>
              {words.planList.choose} {plan}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
