import type { Plan } from '../../api/wire';

/** The features of each plan beyond those of the smaller ones. */
export const PLANS: readonly { readonly plan: Plan; readonly includes: readonly string[] }[] = [
  {
    plan: 'FREE',
    includes: [
      'Sessions, the ledger of every call, rollback of sessions and single actions',
      'API keys, agents, the kill switch, figures by day',
    ],
  },
  {
    plan: 'PRO',
    includes: [
      'Approvals: approve, edit, reject, grant in advance',
      'Stored credentials and the health of connectors',
      'Webhooks, Slack and mail; undoing what an agent did since a moment; purging',
    ],
  },
  {
    plan: 'TEAM',
    includes: [
      'Policies: simulate, shadow, enforce, and their statistics',
      'Intent: whether sessions do what they said',
      'The audit log, and a team of several operators',
    ],
  },
];
