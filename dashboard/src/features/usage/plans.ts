import type { Plan } from '../../api/wire';
import { usageWords as words } from '../../words';

/** The features of each plan beyond those of the smaller ones. */
export const PLANS: readonly { readonly plan: Plan; readonly includes: readonly string[] }[] = [
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
