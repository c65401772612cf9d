const FOUND = 'the id was found, or made, in this organization just before, in the same transaction';
const IN_ITS_SESSION =
  'the session was found in this organization just before, and no row may be of another one than its session';
const SCOPE = 'the scope is a hash over who calls, so it is of one organization';
const LEASED = 'the id is that of a rollback that a look-up gave together with its organization';
const LOCK = 'it locks, and what is seen is looked for again with the organization';
const NO_PROVIDER = 'nobody signs in through a provider here; the user comes from a look-up with its organization';
const NOT_WRITTEN = 'nothing that the matrix does is audited yet';

/**
 * Filters whose removal alone nobody could notice: another guard holds before or behind them. Each names a file and a
 * part of `<line>:<text of the line>`.
 * @type {readonly [file: string, at: string, because: string][]}
 */
const EXCEPTIONS = [
  ['src/actions/actions.service.ts', 'action_details WHERE organization_id = $1 AND session_id = $2', IN_ITS_SESSION],
  ['src/actions/actions.service.ts', 'action_details WHERE organization_id = $1 AND id = $2', FOUND],
  ['src/actions/actions.service.ts', "'UPDATE actions SET idempotency_key = NULL", FOUND],
  ['src/actions/precapture.service.ts', 'SELECT capture_failed', FOUND],
  ['src/actions/precapture.service.ts', 'SELECT status, api_name', IN_ITS_SESSION],
  ['src/actions/precapture.service.ts', 'UPDATE actions SET precapture_id', FOUND],
  ['src/approvals/approvals.repository.ts', 'SELECT s.id FROM sessions s', LOCK],
  ['src/audit/audit-trail.ts', 'organization_id = $1', NOT_WRITTEN],
  ['src/auth/api-keys.service.ts', 'findOneByOrFail(ApiKeyEntity', FOUND],
  ['src/auth/api-keys.service.ts', 'const active =', FOUND],
  ['src/auth/auth.service.ts', 'findOneBy(UserEntity', 'the user comes from a look-up with its organization'],
  ['src/auth/idempotency.ts', 'organization_id = $1', SCOPE],
  ['src/auth/oauth/oauth-accounts.ts', '', NO_PROVIDER],
  ['src/policies/policies.service.ts', 'delete(PolicyEntity', FOUND],
  ['src/policies/policies.service.ts', 'update(PolicyEntity', FOUND],
  ['src/rollback/lease.ts', 'organization_id = $1', LEASED],
  ['src/rollback/rollback.repository.ts', 'FROM action_details WHERE organization_id', IN_ITS_SESSION],
  ['src/rollback/rollback.repository.ts', 'FROM rollbacks WHERE organization_id = $1', IN_ITS_SESSION],
  ['src/rollback/rollback.repository.ts', 's.organization_id = $1', LEASED],
  ['src/rollback/rollback.service.ts', 'SELECT 1 FROM actions', IN_ITS_SESSION],
  ['src/sessions/agents.service.ts', 'update(AgentEntity', FOUND],
  ['src/sessions/agents.service.ts', 'delete(AgentEntity', FOUND],
  [
    'src/sessions/sessions.service.ts',
    "status = 'ACTIVE' AND last_activity_at",
    'the id is that of an idle session that a look-up gave together with its organization',
  ],
  ['function confirm_actions', 'x.organization_id = i.org', IN_ITS_SESSION],
  ['function record_actions', 'x.organization_id = i.org AND x.session_id = i.session', IN_ITS_SESSION],
  ['function record_actions', '23:PERFORM 1 FROM usage_months', LOCK],
];

export const reasonFor = (mutant) =>
  EXCEPTIONS.find(([file, at]) => mutant.file === file && `${mutant.line}:${mutant.at}`.includes(at))?.[2];
