const FOUND = 'the id was found, or made, in this organization just before, in the same transaction';
const IN_ITS_SESSION =
  'the session was found in this organization just before, and no row may be of another one than its session';
const SCOPE = 'the scope is a hash over who calls, so it is of one organization';
const LEASED = 'the id is that of a rollback that a look-up gave together with its organization';
const LOOKED_AGAIN = 'what is found is looked for again with the organization';
const LOCK = 'it locks, and what is seen is looked for again with the organization';
const LOOKED_UP = 'the id comes from a look-up together with its organization, or is that of the caller';
const OF_CALLER = 'it is also of the user who calls, and no other organization has that user';
const NO_CALLER =
  'no route comes here: an operator of the installation runs the command, and campaigns/release/archive watches it';
const BY_COMMAND =
  'no route comes here: an operator of the installation runs the command, and e2e/service/organization-move watches it';
const NO_PROVIDER = 'no user signs in through a provider here, and the user comes from a look-up with its organization';
const NO_BILLING = 'billing is not configured here';
const NO_MAIL = 'it takes the token of a mail to come here';

/**
 * Filters whose removal alone no test could notice: another guard holds before or behind them, or the matrix does not
 * reach them. Each names a file, or a folder, and a part of `<line>:<text of the line>`.
 * @type {readonly [file: string, at: string, because: string][]}
 */
const EXCEPTIONS = [
  ['src/actions/action-history.ts', 'organization_id = $1', IN_ITS_SESSION],
  ['src/actions/export/action-export.ts', 'd.organization_id = $1', FOUND],
  ['src/actions/export/action-export.ts', 's.organization_id = $1', IN_ITS_SESSION],
  [
    'src/actions/sealed-calls.service.ts',
    'organization_id = $1',
    "what is sealed opens with the key of its own organization alone, and the call is looked for again in the caller's",
  ],
  [
    'src/admin/erasure/erasure.service.ts',
    'SELECT id FROM session_states',
    'what belongs to the sessions is chosen by the organization too',
  ],
  ['src/admin/archive/', '', NO_CALLER],
  ['src/approvals/card/approval-card.ts', 'x.organization_id = $1', IN_ITS_SESSION],
  ['src/approvals/card/approval-card.ts', 's.organization_id = $1', IN_ITS_SESSION],
  ['src/approvals/grants/grants.repository.ts', 'g.approval_id = $2', FOUND],
  ['src/approvals/approvals.repository.ts', 'p.organization_id = $1 AND p.id = $2', FOUND],
  ['src/approvals/approvals.repository.ts', 'p.agent_slug', LOCK],
  ['src/approvals/approvals.repository.ts', 'WHERE organization_id = $1 AND id = $2`', FOUND],
  ['src/approvals/approvals.repository.ts', 'update(ApprovalEntity, { organizationId, actionId }', FOUND],
  ['src/approvals/handover/handover.service.ts', 'update(ApprovalEntity, { id, organizationId }', FOUND],
  ['src/approvals/handover/handover.service.ts', 'where: {', FOUND],
  ['src/approvals/listing/approval-pages.ts', 'p.organization_id = $1 AND p.id = ANY', FOUND],
  [
    'src/approvals/listing/approval-pages.ts',
    'p.organization_id = w.org',
    'of the ids that are found only those of the organization are read',
  ],
  [
    'src/auth/access/access.hook.ts',
    'authenticateFresh(credential)',
    'a caller is authenticated again before the handler',
  ],
  ['src/approvals/approvals.repository.ts', 'p.session_id = $2', IN_ITS_SESSION],
  ['src/audit/audit-log.service.ts', 'organizationId, action', NO_CALLER],
  ['src/audit/audit-log.service.ts', 'In([...ids])', 'the ids come from a search of the organization'],
  ['src/audit/audit-log.service.ts', 'AuditHeadEntity', BY_COMMAND],
  ['src/audit/audit-log.service.ts', 'sequence: MoreThan', BY_COMMAND],
  ['src/admin/organization/organization-export.ts', "state = 'running'", BY_COMMAND],
  ['src/admin/organization/organization-export.ts', "rollback_state = 'RUNNING'", BY_COMMAND],
  ['src/auth/auth.service.ts', 'findOneBy(UserEntity', LOOKED_UP],
  [
    'src/auth/browser/session-use.ts',
    'organization_id = $1',
    'a cookie is signed, and its user is looked for in the same organization',
  ],
  [
    'src/auth/browser/browser-sessions.service.ts',
    'expiresAt: over',
    'a session that is over opens nothing; e2e/auth/browser-session sees whose are forgotten',
  ],
  [
    'src/auth/browser/browser-sessions.service.ts',
    'delete(BrowserSessionEntity, { id, organizationId, userId })',
    OF_CALLER,
  ],
  ['src/auth/browser/browser-sessions.service.ts', 'const where = { organizationId, userId', OF_CALLER],
  ['src/auth/sign-in/proofs.ts', '', OF_CALLER],
  [
    'src/auth/browser/browser-sessions.service.ts',
    'this.epochs.raise',
    'e2e/auth/browser-races sees that a copy of the cookie opens nothing within a second',
  ],
  ['src/auth/team/acceptance.service.ts', '', NO_MAIL],
  [
    'src/auth/team/invitations.service.ts',
    'email: asInvited',
    'the matrix invites no address that another organization knows; e2e/auth/mailed/invitations does',
  ],
  ['src/auth/team/invitations.service.ts', 'findOneBy(MailedLinkEntity', FOUND],
  ['src/auth/team/memberships.ts', 'organizationId, userId: id', FOUND],
  ['src/auth/team/memberships.ts', 'delete(UserEntity', FOUND],
  [
    'src/auth/team/memberships.ts',
    'this.epochs.raise',
    'e2e/auth/members sees that what a removed member holds ends within a second',
  ],
  ['src/auth/mailed-links/mailed-links.ts', '', LOOKED_UP],
  ['src/auth/mailed-links/outbox.ts', '', LOOKED_UP],
  ['src/auth/organizations/locked-user.ts', '', LOOKED_UP],
  ['src/auth/organizations/members.ts', 'UserEntity', LOOKED_UP],
  ['src/auth/oauth/', '', NO_PROVIDER],
  ['src/auth/organizations/organization-plans.ts', '', NO_BILLING],
  ['src/auth/mailed-links/recovery.service.ts', '', NO_MAIL],
  ['src/auth/mailed-links/verification.service.ts', '', NO_MAIL],
  ['src/billing/billing.repository.ts', '', NO_BILLING],
  ['src/auth/keys/active-keys.ts', 'const where', 'the ids are those of keys that called, looked up by organization'],
  ['src/auth/personal-tokens/personal-tokens.service.ts', 'id: userId', OF_CALLER],
  ['src/auth/personal-tokens/personal-tokens.service.ts', 'PersonalTokenEntity, { id, organizationId', FOUND],
  ['src/auth/team/groups/group-members.ts', 'groupId: In(', FOUND],
  ['src/auth/team/groups/group-members.ts', 'const where = { organizationId, id: In([...ids]) }', FOUND],
  ['src/auth/team/groups/group-members.ts', 'memberships.map', FOUND],
  ['src/auth/team/groups/group-members.ts', 'userId: id', OF_CALLER],
  ['src/auth/team/groups/group-members.ts', 'own.map', FOUND],
  ['src/auth/team/groups/groups.service.ts', 'em.update(GroupEntity', FOUND],
  ['src/auth/team/groups/groups.service.ts', 'em.delete(', FOUND],
  ['src/auth/team/groups/groups.service.ts', 'where: { organizationId, id }, lock', LOCK],
  ['src/auth/team/groups/groups.service.ts', 'findBy(GroupEntity', FOUND],
  ['src/auth/team/memberships.ts', 'where: { id, organizationId }, lock', LOCK],
  ['src/credentials/credentials.service.ts', 'em.update(', FOUND],
  ['src/credentials/key-ring.ts', 'existsBy(', LOOKED_AGAIN],
  ['src/intent/level/levels.repository.ts', 'agent_slug = $2', 'nothing is learned of the agents of the matrix'],
  [
    'src/metrics/policies/policy-statistics.service.ts',
    'FROM policy_states WHERE organization_id = $1`',
    'figures are looked up for the policies of the organization alone',
  ],
  [
    'src/metrics/policies/policy-statistics.service.ts',
    'p.organization_id = $1',
    'figures are looked up for the policies of the organization alone',
  ],
  ['src/policies/set/policy-set.service.ts', 'select: { id: true }, lock', LOCK],
  ['src/rollback/engine/undo-memory.ts', 's.action_id = $2', IN_ITS_SESSION],
  ['src/rollback/engine/undo-memory.ts', 'SET carried_by', LEASED],
  ['src/rollback/of-agent/agent-rollback.repository.ts', 'id = ANY ($2)', FOUND],
  ['src/rollback/revert/revert.repository.ts', 's.rollback_id = $2', FOUND],
  ['src/rollback/revert/revert.repository.ts', 's.id = ', FOUND],
  ['src/rollback/revert/revert.repository.ts', 'r.session_id = $2', IN_ITS_SESSION],
  ['src/rollback/rollback.repository.ts', 'session_id = $2 AND created_at', IN_ITS_SESSION],
  ['src/rollback/rollback.repository.ts', 'a.session_id = $2 AND a.operation_type', IN_ITS_SESSION],
  ['src/rollback/rollback.repository.ts', 't.rollback_id = $3', FOUND],
  ['src/rollback/rollback.repository.ts', 'c.action_id = a.id', IN_ITS_SESSION],
  ['src/rollback/settlement/settlement.service.ts', 'session_id = $2 AND id = $3', IN_ITS_SESSION],
  ['src/sessions/search/session-search.ts', 'd.session_id = i.id', FOUND],
  [
    'src/sessions/paused-agents.ts',
    'id: In([...ids])',
    "only the caller's own request is ended, which a foreign session refuses anyway",
  ],
  ['src/intent/feedback/feedback.service.ts', 'session_id = $2 AND id = $3', IN_ITS_SESSION],
  ['src/intent/feedback/feedback.service.ts', 'const where = { organizationId, sessionId }', IN_ITS_SESSION],
  ['src/intent/feedback/feedback.service.ts', 'findOneBy(IntentMarkEntity', FOUND],
  ['src/calls/calls.repository.ts', 'AND id = $2', FOUND],
  ['src/calls/calls.repository.ts', 'action_id = $2', FOUND],
  ['src/calls/calls.repository.ts', 'action_id = ANY ($2)', FOUND],
  ['src/calls/calls.repository.ts', 'c.session_id = ANY ($2)', FOUND],
  ['src/calls/calls.repository.ts', 's.agent_slug = $2', LOOKED_AGAIN],
  ['src/credentials/connector-checks.repository.ts', 'AND id = $2 AND version', FOUND],
  [
    'src/sessions/sessions.service.ts',
    'caller.agentSlug !== null && caller.agentSlug !== wanted.agentId',
    'the session just made is read as its caller, who sees none of another agent, and is undone with the refusal',
  ],
  ['function fold_metric_changes', '', 'it is called for one after the other until nothing is left to fold'],
  ['src/actions/ledger/action-moves.ts', 'UPDATE actions SET precapture_id = $3', FOUND],
  ['src/actions/ledger/action-moves.ts', 'WHERE organization_id = $1 AND id = $2', FOUND],
  ['src/actions/action-traces.ts', '', 'no traces are exported here'],
  ['src/actions/performing/action-states.ts', 'session_id = $2 AND id = $3', IN_ITS_SESSION],
  ['src/actions/sessions-so-far.ts', 'session_id = $2 AND sequence > $3', IN_ITS_SESSION],
  ['src/actions/actions.service.ts', 'idempotencyKey: keyOf(', SCOPE],
  [
    'src/actions/precapture/precapture.service.ts',
    'action_id IS NULL',
    'no organizations of the matrix have so many snapshots',
  ],
  [
    'src/actions/actions.service.ts',
    'WHERE organization_id = $1 AND session_id = $2 AND sequence > $3',
    IN_ITS_SESSION,
  ],
  ['src/actions/actions.service.ts', 'update(ActionEntity', FOUND],
  [
    'src/actions/actions.service.ts',
    'select: { sessionId: true }',
    'the session that is found is looked for again with the organization of the caller',
  ],
  ['src/actions/precapture/precapture.service.ts', 'SELECT capture_failed', FOUND],
  ['src/actions/precapture/precapture.service.ts', 'session_id = $2 AND id = $3', IN_ITS_SESSION],
  ['src/actions/precapture/precapture.service.ts', 'a.organization_id = $1 AND a.id = $2', FOUND],
  ['src/actions/unconfirmed-calls.ts', 'WHERE organization_id = $1 AND session_id = $2', IN_ITS_SESSION],
  ['src/actions/precapture/unbound-precaptures.job.ts', 'delete(SnapshotEntity', LOOKED_UP],
  ['src/actions/precapture/precapture.service.ts', 'UPDATE actions SET precapture_id', FOUND],
  ['src/approvals/approvals.repository.ts', 'findOneBy(ApprovalEntity', LOCK],
  ['src/auth/keys/api-keys.service.ts', 'findOneByOrFail(ApiKeyEntity', FOUND],
  ['src/auth/idempotency.ts', 'organizationId', SCOPE],
  ['src/auth/authentication.service.ts', 'update(PersonalTokenEntity', FOUND],
  ['src/auth/authentication.service.ts', 'findOneBy(PersonalTokenEntity', LOOKED_UP],
  ['src/auth/authentication.service.ts', 'findOneBy(UserEntity, { id: token.userId', LOOKED_UP],
  ['src/auth/idempotency-prune.job.ts', 'delete(IdempotencyKeyEntity', LOOKED_UP],
  ['src/auth/personal-tokens/personal-tokens.service.ts', 'update(PersonalTokenEntity', FOUND],
  ['src/auth/personal-tokens/personal-tokens.service.ts', 'organizationId, userId', OF_CALLER],
  ['src/credentials/root-key-check.ts', 'findBy(', 'the ids come from a look-up, and the keys are only tried out'],
  ['src/credentials/credentials.service.ts', 'delete(CredentialEntity', FOUND],
  ['src/events/delivery/delivery.outbox.ts', '', LOOKED_UP],
  ['src/events/delivery/gathered-mails.ts', '', LOOKED_UP],
  ['src/events/delivery/prune.job.ts', 'delete(WebhookDeliveryEntity', LOOKED_UP],
  ['src/events/webhooks/webhooks.repository.ts', 'em.update(', FOUND],
  ['src/events/webhooks/webhooks.repository.ts', 'delete(WebhookEntity', FOUND],
  ['src/events/webhooks/webhooks.repository.ts', 'const where = { organizationId, webhookId', FOUND],
  ['src/events/webhooks/webhooks.repository.ts', 'findOneBy(WebhookDeliveryEntity', FOUND],
  ['src/policies/policies.service.ts', 'delete(PolicyEntity', FOUND],
  [
    'src/redaction/settings/redaction-settings.service.ts',
    'this.epochs.raise',
    'e2e/redaction sees that a change holds for the very next call at each process',
  ],
  ['src/policies/policies.service.ts', 'update(PolicyEntity', FOUND],
  ['src/policies/set/policy-set.service.ts', 'delete(PolicyEntity', FOUND],
  ['src/policies/set/policy-set.service.ts', 'update(PolicyEntity', FOUND],
  ['src/policies/policy-limits.ts', 'where({ organizationId', 'no organizations of the matrix have so many policies'],
  ['src/rollback/engine/undo-memory.ts', 'WHERE r.organization_id = $1', LEASED],
  ['src/rollback/engine/undo-memory.ts', 'UPDATE rollback_steps SET traces', LEASED],
  ['src/rollback/engine/undo-memory.ts', 'AND connector = $2', 'no rollback of the matrix makes a resource again'],
  ['src/rollback/rollback.repository.ts', 'FROM action_details WHERE organization_id', IN_ITS_SESSION],
  ['src/rollback/rollback.repository.ts', 'FROM rollbacks WHERE organization_id = $1', IN_ITS_SESSION],
  ['src/rollback/rollback.repository.ts', 'existsBy(RollbackEntity', 'the matrix leaves no rollback running'],
  ['src/rollback/rollback.repository.ts', 's.organization_id = $1', LEASED],
  ['src/rollback/rollback.repository.ts', 'session_id = $2 AND operation_type', IN_ITS_SESSION],
  [
    'src/rollback/rollback.repository.ts',
    'organization_id = $1 AND rollback_id = $2',
    'the rollback was found in this organization just before, or leased together with it',
  ],
  ['src/rollback/rollback.repository.ts', 'r.organization_id = $1 AND r.id = ANY', FOUND],
  ['src/rollback/engine/rollback.engine.ts', 'SELECT simulated FROM session_states', LEASED],
  ['src/sessions/known-agents.ts', 'update(AgentEntity', FOUND],
  ['src/sessions/known-agents.ts', 'delete(AgentEntity', FOUND],
  [
    'src/sessions/sessions.service.ts',
    'em.update(',
    'the id is that of an idle session that a look-up gave together with its organization',
  ],
  ['src/rollback/of-agent/agent-rollback.repository.ts', 'a.session_id = ANY', IN_ITS_SESSION],
  ['src/rollback/of-agent/agent-rollback.repository.ts', 's.agent_slug = $2 AND NOT s.simulated', LOCK],
  ['src/rollback/of-agent/agent-rollback.repository.ts', 'FROM agent_rollbacks WHERE organization_id = $1', FOUND],
  ['src/rollback/of-agent/agent-rollback.repository.ts', 'r.agent_rollback_id = $2', FOUND],
  ['src/rollback/rollback.repository.ts', 'agent_rollback_id = $2', LEASED],
  ['src/sessions/search/session-lists.ts', 'In([...ids])', 'the ids come from a search of the organization'],
  ['src/rollback/erasing/call-erasure.service.ts', 'organization_id = $1', IN_ITS_SESSION],
  [
    'src/rollback/erasing/call-erasure.service.ts',
    'this.epochs.raise',
    'e2e/actions/erase sees that a later call keeps the names that an erasure removed',
  ],
  ['src/rollback/dirty/dirty.queries.ts', '', 'the sessions that are found are looked for again with the organization'],
  ['src/rollback/purge.service.ts', '', FOUND],
  ['src/rollback/session-removal.ts', '', FOUND],
  ['src/sessions/session-locks.ts', '', FOUND],
  ['src/sessions/session-rollbacks.ts', '', FOUND],
  ['src/intent/evaluations.repository.ts', '', IN_ITS_SESSION],
  ['src/intent/judge/judgements.repository.ts', '', IN_ITS_SESSION],
  ['function confirm_actions', 'x.organization_id = i.org', IN_ITS_SESSION],
  ['function record_actions', 'x.organization_id = i.org AND x.session_id = i.session', IN_ITS_SESSION],
  ['function confirm_cleared', 'x.organization_id = organizations', IN_ITS_SESSION],
  ['function confirm_cleared', 'held.owners', 'the action is looked for with the organization as well'],
  ['function lock_usage', '', LOCK],
  ['function confirm_actions', 'a.organization_id = ANY (organizations)', FOUND],
  ['function confirm_cleared', 'a.organization_id = ANY (organizations)', FOUND],
  ['function count_in_sessions', '', FOUND],
  ['function keep_traits', '', FOUND],
  ['function hold_policies_of', '', 'the ids are those of policies that judged a call of the organization'],
  ['function note_key_uses', '', LOOKED_UP],
  ['function take_usage', 'u.organization_id <> ALL', 'another organization has no place in `calls`: null is no count'],
];

/** A mutant of a route's callers is never an exception. */
export const reasonFor = (mutant) =>
  mutant.kind !== 'access' &&
  EXCEPTIONS.find(([file, at]) => mutant.file.startsWith(file) && `${mutant.line}:${mutant.at}`.includes(at))?.[2];

/** The exceptions that excuse no mutant of those found: what they excused is gone. */
export const idleExceptions = (mutants) =>
  EXCEPTIONS.filter(
    ([file, at]) => !mutants.some((one) => one.file.startsWith(file) && `${one.line}:${one.at}`.includes(at)),
  ).map(([file, at]) => `${file} ${at}`);

/** The tests that a reason gives as its witness, as paths under `test`. */
export const witnesses = () =>
  EXCEPTIONS.flatMap(([, , because]) => because.match(/\b(?:e2e|campaigns)\/[\w/-]+/g) ?? []);
