import {
  Bot,
  ChartColumn,
  CreditCard,
  EyeOff,
  House,
  Inbox,
  KeyRound,
  ListTree,
  type LucideIcon,
  Plug,
  Rocket,
  ScrollText,
  Settings2,
  ShieldCheck,
  Users,
  Webhook,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { Plan } from '../api/wire';
import { shellWords as words } from '../words';

export interface Page {
  /** Below `/dashboard`; `$name` stands for a part that differs. */
  readonly path: string;
  readonly title: string;
  /** A component of its own chunk, loaded when the page is first opened. */
  readonly load: () => Promise<{ default: ComponentType }>;
  /** True if the page needs no session of an operator, and is shown without the shell. */
  readonly isPublic?: boolean;
  /** The smallest plan whose operators can use it. */
  readonly plan?: Plan;
  /** The navigation shows the pages that have an icon, in their order. */
  readonly icon?: LucideIcon;
  /** Words that Ctrl-K finds it by, beside its title. */
  readonly also?: string;
}

/** Every page of the dashboard. A feature adds its own line; see dashboard/README.md. */
export const pages: readonly Page[] = [
  {
    path: '/sign-in',
    title: words.pages.signIn,
    load: () => import('../features/signing-in/sign-in-page'),
    isPublic: true,
  },
  {
    path: '/register',
    title: words.pages.signUp,
    load: () => import('../features/signing-in/register-page'),
    isPublic: true,
  },
  {
    path: '/forgot-password',
    title: words.pages.forgotPassword,
    load: () => import('../features/signing-in/forgot-password-page'),
    isPublic: true,
  },
  {
    path: '/reset-password',
    title: words.pages.resetPassword,
    load: () => import('../features/signing-in/reset-password-page'),
    isPublic: true,
  },
  {
    path: '/verify-email',
    title: words.pages.verifyEmail,
    load: () => import('../features/signing-in/verify-email-page'),
    isPublic: true,
  },
  {
    path: '/accept-invitation',
    title: words.pages.acceptInvitation,
    load: () => import('../features/signing-in/accept-invitation-page'),
    isPublic: true,
  },
  {
    path: '/start',
    title: words.pages.start,
    load: () => import('../features/start/start-page'),
    icon: House,
    also: words.pages.startKeywords,
  },
  {
    path: '/approvals',
    title: words.pages.inbox,
    load: () => import('../features/approvals/inbox-page'),
    plan: 'PRO',
    icon: Inbox,
    also: words.pages.inboxKeywords,
  },
  {
    path: '/approvals/$approvalId',
    title: words.pages.approval,
    load: () => import('../features/approvals/approval-page'),
    plan: 'PRO',
  },
  {
    path: '/sessions',
    title: words.pages.sessions,
    load: () => import('../features/sessions/sessions-page'),
    icon: ListTree,
    also: words.pages.sessionsKeywords,
  },
  {
    path: '/compare-sessions',
    title: words.pages.compare,
    load: () => import('../features/sessions/compare/compare-page'),
  },
  { path: '/sessions/$sessionId', title: words.pages.session, load: () => import('../features/sessions/session-page') },
  {
    path: '/sessions/$sessionId/rollback',
    title: words.pages.rollback,
    load: () => import('../features/rollback/rollback-page'),
  },
  {
    path: '/sessions/$sessionId/rollback/$rollbackId/revert',
    title: words.pages.revert,
    load: () => import('../features/rollback/revert/revert-page'),
  },
  {
    path: '/policies',
    title: words.pages.policies,
    load: () => import('../features/policies/policies-page'),
    plan: 'TEAM',
    icon: ShieldCheck,
    also: words.pages.policiesKeywords,
  },
  {
    path: '/policies/new',
    title: words.pages.newPolicy,
    load: () => import('../features/policies/new-policy-page'),
    plan: 'TEAM',
  },
  {
    path: '/policies/$policyId',
    title: words.pages.policy,
    load: () => import('../features/policies/policy-page'),
    plan: 'TEAM',
  },
  {
    path: '/agents',
    title: words.pages.agents,
    load: () => import('../features/agents/agents-page'),
    icon: Bot,
    also: words.pages.agentsKeywords,
  },
  { path: '/agents/$agentId', title: words.pages.agent, load: () => import('../features/agents/agent-page') },
  {
    path: '/connectors',
    title: words.pages.connectors,
    load: () => import('../features/connectors/connectors-page'),
    icon: Plug,
    also: words.pages.connectorsKeywords,
  },
  {
    path: '/overview',
    title: words.pages.overview,
    load: () => import('../features/overview/overview-page'),
    icon: ChartColumn,
    also: words.pages.overviewKeywords,
  },
  {
    path: '/api-keys',
    title: words.pages.apiKeys,
    load: () => import('../features/api-keys/api-keys-page'),
    icon: KeyRound,
    also: words.pages.apiKeysKeywords,
  },
  {
    path: '/settings/webhooks',
    title: words.pages.webhooks,
    load: () => import('../features/webhooks/webhooks-page'),
    plan: 'PRO',
    icon: Webhook,
    also: words.pages.webhooksKeywords,
  },
  {
    path: '/settings/webhooks/$webhookId',
    title: words.pages.receiver,
    load: () => import('../features/webhooks/webhook-page'),
    plan: 'PRO',
  },
  {
    path: '/settings/redaction',
    title: words.pages.redaction,
    load: () => import('../features/redaction/redaction-page'),
    plan: 'TEAM',
    icon: EyeOff,
    also: words.pages.redactionKeywords,
  },
  {
    path: '/audit',
    title: words.pages.auditLog,
    load: () => import('../features/audit/audit-page'),
    plan: 'TEAM',
    icon: ScrollText,
    also: words.pages.auditKeywords,
  },
  {
    path: '/team',
    title: words.pages.team,
    load: () => import('../features/team/team-page'),
    icon: Users,
    also: words.pages.teamKeywords,
  },
  {
    path: '/usage',
    title: words.pages.usage,
    load: () => import('../features/usage/usage-page'),
    icon: CreditCard,
    also: words.pages.usageKeywords,
  },
  {
    path: '/first-run',
    title: words.pages.firstRun,
    load: () => import('../features/first-run/first-run-page'),
    icon: Rocket,
    also: words.pages.firstRunKeywords,
  },
  {
    path: '/preferences',
    title: words.pages.preferences,
    load: () => import('../features/preferences/preferences-page'),
    icon: Settings2,
    also: words.pages.preferencesKeywords,
  },
];
