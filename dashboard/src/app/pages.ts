import {
  Bot,
  ChartColumn,
  CreditCard,
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
  /** Shown in the navigation, in this order. */
  readonly icon?: LucideIcon;
  /** Words that Ctrl-K finds it by, beside its title. */
  readonly also?: string;
}

/** Every page of the dashboard. A feature adds its own line; see dashboard/README.md. */
export const pages: readonly Page[] = [
  { path: '/sign-in', title: 'Sign in', load: () => import('../features/signing-in/sign-in-page'), isPublic: true },
  {
    path: '/register',
    title: 'Sign up',
    load: () => import('../features/signing-in/register-page'),
    isPublic: true,
  },
  {
    path: '/forgot-password',
    title: 'Forgot password',
    load: () => import('../features/signing-in/forgot-password-page'),
    isPublic: true,
  },
  {
    path: '/reset-password',
    title: 'Set a new password',
    load: () => import('../features/signing-in/reset-password-page'),
    isPublic: true,
  },
  {
    path: '/verify-email',
    title: 'Confirm your address',
    load: () => import('../features/signing-in/verify-email-page'),
    isPublic: true,
  },
  {
    path: '/accept-invitation',
    title: 'Join the organization',
    load: () => import('../features/signing-in/accept-invitation-page'),
    isPublic: true,
  },
  {
    path: '/start',
    title: 'Start',
    load: () => import('../features/start/start-page'),
    icon: House,
    also: 'home attention wrong',
  },
  {
    path: '/approvals',
    title: 'Inbox',
    load: () => import('../features/approvals/inbox-page'),
    plan: 'PRO',
    icon: Inbox,
    also: 'approvals pending',
  },
  {
    path: '/approvals/$approvalId',
    title: 'Approval',
    load: () => import('../features/approvals/approval-page'),
    plan: 'PRO',
  },
  {
    path: '/sessions',
    title: 'Sessions',
    load: () => import('../features/sessions/sessions-page'),
    icon: ListTree,
    also: 'timeline history runs',
  },
  {
    path: '/compare-sessions',
    title: 'Two sessions',
    load: () => import('../features/sessions/compare/compare-page'),
  },
  { path: '/sessions/$sessionId', title: 'Session', load: () => import('../features/sessions/session-page') },
  {
    path: '/sessions/$sessionId/rollback',
    title: 'Rollback',
    load: () => import('../features/rollback/rollback-page'),
  },
  {
    path: '/sessions/$sessionId/rollback/$rollbackId/revert',
    title: 'Undo of a rollback',
    load: () => import('../features/rollback/revert/revert-page'),
  },
  {
    path: '/policies',
    title: 'Policies',
    load: () => import('../features/policies/policies-page'),
    plan: 'TEAM',
    icon: ShieldCheck,
    also: 'rules shadow simulation block allow',
  },
  {
    path: '/policies/new',
    title: 'New policy',
    load: () => import('../features/policies/new-policy-page'),
    plan: 'TEAM',
  },
  {
    path: '/policies/$policyId',
    title: 'Policy',
    load: () => import('../features/policies/policy-page'),
    plan: 'TEAM',
  },
  {
    path: '/agents',
    title: 'Agents',
    load: () => import('../features/agents/agents-page'),
    icon: Bot,
    also: 'pause stop kill resume undo since',
  },
  { path: '/agents/$agentId', title: 'Agent', load: () => import('../features/agents/agent-page') },
  {
    path: '/connectors',
    title: 'Connectors',
    load: () => import('../features/connectors/connectors-page'),
    icon: Plug,
    also: 'credentials secrets health registry operations',
  },
  {
    path: '/overview',
    title: 'Overview',
    load: () => import('../features/overview/overview-page'),
    icon: ChartColumn,
    also: 'metrics figures charts drift',
  },
  {
    path: '/api-keys',
    title: 'API keys',
    load: () => import('../features/api-keys/api-keys-page'),
    icon: KeyRound,
    also: 'secrets agents revoke',
  },
  {
    path: '/settings/webhooks',
    title: 'Webhooks',
    load: () => import('../features/webhooks/webhooks-page'),
    plan: 'PRO',
    icon: Webhook,
    also: 'events receivers slack mail deliveries',
  },
  {
    path: '/settings/webhooks/$webhookId',
    title: 'Receiver',
    load: () => import('../features/webhooks/webhook-page'),
    plan: 'PRO',
  },
  {
    path: '/audit',
    title: 'Audit log',
    load: () => import('../features/audit/audit-page'),
    plan: 'TEAM',
    icon: ScrollText,
    also: 'changes verify export checkpoint',
  },
  {
    path: '/team',
    title: 'Team',
    load: () => import('../features/team/team-page'),
    icon: Users,
    also: 'members invitations invite',
  },
  {
    path: '/usage',
    title: 'Usage and billing',
    load: () => import('../features/usage/usage-page'),
    icon: CreditCard,
    also: 'plan quota limit invoices stripe',
  },
  {
    path: '/first-run',
    title: 'Your first agent',
    load: () => import('../features/first-run/first-run-page'),
    icon: Rocket,
    also: 'start getting started quick start key install',
  },
  {
    path: '/preferences',
    title: 'Preferences',
    load: () => import('../features/preferences/preferences-page'),
    icon: Settings2,
    also: 'time zone dark light keyboard',
  },
];
