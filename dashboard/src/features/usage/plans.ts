import type { Plan } from '../../api/wire';
import { usageWords as words } from '../../words';

/** The features of each plan beyond those of the smaller ones. */
export const PLANS: readonly { readonly plan: Plan; readonly includes: readonly string[] }[] = [
  {
    plan: 'FREE',
    includes: [words.plans.sessionsTheLedgerOfEvery, words.plans.apiKeysAgentsTheKill],
  },
  {
    plan: 'PRO',
    includes: [
      words.plans.approvalsApproveEditRejectGrant,
      words.plans.storedCredentialsAndTheHealth,
      words.plans.webhooksSlackAndMailUndoing,
    ],
  },
  {
    plan: 'TEAM',
    includes: [
      words.plans.policiesSimulateShadowEnforceAnd,
      words.plans.intentWhetherSessionsDoWhat,
      words.plans.theAuditLogAndA,
    ],
  },
];
