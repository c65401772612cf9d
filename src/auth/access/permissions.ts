import type { Identity } from './principal.js';

/** What only some callers may do or see, beyond being let in. */
export type Permission =
  /** Call the routes of operators. */
  | 'operate'
  /** Say who is a member: invite, take an invitation back, remove. */
  | 'manage-members'
  /** See who decided, and what was read with the operator's credential: captured values and the words about them. */
  | 'read-captured-values'
  /** Undo a call although its resource has changed since. */
  | 'force-rollback'
  /** Undo a call of which nothing but its client's word shows that it took effect, or that ran against a policy. */
  | 'undo-without-proof'
  /** Run a call that waited for an approval. */
  | 'run-approved-calls';

/** The one table of permissions. A new role is a new line; the compiler then asks who has it. */
const PERMISSIONS: Readonly<Record<Identity['kind'], ReadonlySet<Permission>>> = {
  USER: new Set<Permission>([
    'operate',
    'manage-members',
    'read-captured-values',
    'force-rollback',
    'undo-without-proof',
  ]),
  API_KEY: new Set<Permission>(['run-approved-calls']),
};

export function may({ kind }: Pick<Identity, 'kind'>, permission: Permission): boolean {
  return PERMISSIONS[kind].has(permission);
}
