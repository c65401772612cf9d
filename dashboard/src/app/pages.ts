import { Bot, Inbox, ListTree, type LucideIcon, Plug, Settings2, ShieldCheck } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Plan } from '../api/wire';

export interface Page {
  /** Below `/dashboard`; `$name` stands for a part that differs. */
  readonly path: string;
  readonly title: string;
  /** A component of its own chunk, loaded when the page is first opened. */
  readonly load: () => Promise<{ default: ComponentType }>;
  /** Without a session of an operator, and without the shell. */
  readonly isPublic?: boolean;
  /** The least plan whose operators can use it. */
  readonly plan?: Plan;
  /** Shown in the navigation, in this order. */
  readonly icon?: LucideIcon;
  /** Words that Ctrl-K finds it by, beside its title. */
  readonly also?: string;
}

/** Every page of the dashboard. A feature adds its own line; see dashboard/README.md. */
export const pages: readonly Page[] = [
  { path: '/sign-in', title: 'Sign in', load: () => import('../features/signing-in/sign-in-page'), isPublic: true },
  { path: '/landing', title: 'Signing in', load: () => import('../features/signing-in/landing-page'), isPublic: true },
  {
    path: '/register',
    title: 'Register',
    load: () => import('../features/signing-in/register-page'),
    isPublic: true,
  },
  {
    path: '/forgot-password',
    title: 'Forgot the password',
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
  { path: '/sessions/$sessionId', title: 'Session', load: () => import('../features/sessions/session-page') },
  {
    path: '/sessions/$sessionId/rollback',
    title: 'Rollback',
    load: () => import('../features/rollback/rollback-page'),
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
    path: '/preferences',
    title: 'Preferences',
    load: () => import('../features/preferences/preferences-page'),
    icon: Settings2,
    also: 'time zone dark light keyboard',
  },
];
