// Made by `npm run openapi` from openapi.json.
import type { Json, JsonObject } from './json';

export interface paths {
  readonly '/': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * What is installed here
     * @description It needs no credential. At most 60 times in 60 seconds for one address.
     */
    readonly get: operations['frontPageRead'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    /**
     * The headers of the front page
     * @description It needs no credential. At most 60 times in 60 seconds for one address.
     */
    readonly head: operations['frontPageReadHead'];
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/agents': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * List agents
     * @description An operator may call it.
     */
    readonly get: operations['agentsList'];
    readonly put?: never;
    /**
     * Register an agent
     * @description An operator may call it.
     */
    readonly post: operations['agentsRegister'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/agents/{id}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Read an agent
     * @description An operator may call it.
     */
    readonly get: operations['agentsGet'];
    /**
     * Change, pause or resume an agent
     * @description An operator may call it.
     */
    readonly put: operations['agentsChange'];
    readonly post?: never;
    /**
     * Delete an agent
     * @description An operator may call it.
     */
    readonly delete: operations['agentsRemove'];
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/agents/{id}/rollback': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Undo what an agent did since a moment
     * @description An operator may call it. It needs the plan PRO.
     */
    readonly post: operations['agentsRollBack'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api-keys': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * List API keys
     * @description An operator may call it.
     */
    readonly get: operations['apiKeysList'];
    readonly put?: never;
    /**
     * Make an API key
     * @description An operator may call it. At most 10 times in 900 seconds for one organization.
     */
    readonly post: operations['apiKeysCreate'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api-keys/{id}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    readonly post?: never;
    /**
     * Revoke an API key
     * @description An operator may call it.
     */
    readonly delete: operations['apiKeysRevoke'];
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/approvals': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * List approvals, or wait for a change of the list
     * @description An operator may call it. It needs the plan PRO.
     */
    readonly get: operations['approvalsList'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/approvals/decisions': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Decide on several calls, each by itself
     * @description An operator may call it. It needs the plan PRO.
     */
    readonly post: operations['approvalsDecideAll'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/approvals/grants': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * List grants
     * @description An operator may call it. It needs the plan PRO.
     */
    readonly get: operations['grantsList'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/approvals/grants/{id}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    readonly post?: never;
    /**
     * Revoke a grant
     * @description An operator may call it. It needs the plan PRO.
     */
    readonly delete: operations['grantsRevoke'];
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/approvals/{id}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Read an approval, or wait for its decision
     * @description An API key or an operator may call it.
     */
    readonly get: operations['approvalsGet'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/approvals/{id}/approve': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Approve a call
     * @description An operator may call it. It needs the plan PRO.
     */
    readonly post: operations['approvalsApprove'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/approvals/{id}/preview': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * The verdict that edited arguments would get
     * @description An operator may call it. It needs the plan PRO.
     */
    readonly post: operations['approvalsPreview'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/approvals/{id}/reject': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Reject a call
     * @description An operator may call it. It needs the plan PRO.
     */
    readonly post: operations['approvalsReject'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/audit-logs': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * List what was changed
     * @description An operator may call it. It needs the plan TEAM.
     */
    readonly get: operations['auditLogsList'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/auth/browser-session': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Sign a browser in
     * @description An operator may call it. At most 60 times in 900 seconds for one organization.
     */
    readonly post: operations['browserSessionBegin'];
    /**
     * Sign a browser out
     * @description An operator may call it.
     */
    readonly delete: operations['browserSessionEnd'];
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/auth/forgot-password': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Ask for a link to set a new password
     * @description It needs no credential. At most 20 times in 900 seconds for one address.
     */
    readonly post: operations['recoveryForgot'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/auth/login': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Sign in
     * @description It needs no credential. At most 20 times in 900 seconds for one address.
     */
    readonly post: operations['authLogin'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/auth/oauth-a': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Sign in through the first identity provider
     * @description It needs no credential.
     */
    readonly get: operations['oAuthBeginA'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/auth/oauth-a/callback': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Come back from the first identity provider
     * @description It needs no credential.
     */
    readonly get: operations['oAuthFinishA'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/auth/oauth-b': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Sign in through the second identity provider
     * @description It needs no credential.
     */
    readonly get: operations['oAuthBeginB'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/auth/oauth-b/callback': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Come back from the second identity provider
     * @description It needs no credential.
     */
    readonly get: operations['oAuthFinishB'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/auth/register': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Make an account
     * @description It needs no credential. At most 20 times in 900 seconds for one address.
     */
    readonly post: operations['authRegister'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/auth/resend-verification': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Send another link to verify the address
     * @description An operator may call it.
     */
    readonly post: operations['recoveryResend'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/auth/reset-password': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Set a new password
     * @description It needs no credential. At most 20 times in 900 seconds for one address.
     */
    readonly post: operations['recoveryReset'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/auth/token': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Exchange an API key for a token
     * @description It needs no credential. At most 60 times in 60 seconds for one address.
     */
    readonly post: operations['authToken'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/auth/verify-email': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Verify an e-mail address
     * @description It needs no credential. At most 20 times in 900 seconds for one address.
     */
    readonly get: operations['recoveryVerify'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/billing/portal': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Where the bills are settled
     * @description An operator may call it.
     */
    readonly get: operations['billingPortal'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/dashboard': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * The dashboard
     * @description It needs no credential. At most 600 times in 60 seconds for one address.
     */
    readonly get: operations['dashboardHome'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    /**
     * The headers of the dashboard
     * @description It needs no credential. At most 600 times in 60 seconds for one address.
     */
    readonly head: operations['dashboardHomeHead'];
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/dashboard/{path}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * A page or a file of the dashboard
     * @description It needs no credential. At most 600 times in 60 seconds for one address.
     */
    readonly get: operations['dashboardFile'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    /**
     * The headers of a page or a file of the dashboard
     * @description It needs no credential. At most 600 times in 60 seconds for one address.
     */
    readonly head: operations['dashboardFileHead'];
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/docs': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * This definition, to read
     * @description It needs no credential. At most 60 times in 60 seconds for one address.
     */
    readonly get: operations['openApiRead'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/docs/{file}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * A file of that page
     * @description It needs no credential. At most 300 times in 60 seconds for one address.
     */
    readonly get: operations['openApiFile'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/errors/{code}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * What a problem means
     * @description It needs no credential. At most 60 times in 60 seconds for one address.
     */
    readonly get: operations['errorsRead'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/health': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Whether the service could answer a request
     * @description It needs no credential.
     */
    readonly get: operations['healthHealth'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/me': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Read who is signed in
     * @description An operator may call it.
     */
    readonly get: operations['meGet'];
    readonly put?: never;
    readonly post?: never;
    /**
     * Delete the account
     * @description An operator may call it. At most 3 times in 3600 seconds for one organization.
     */
    readonly delete: operations['deletionDelete'];
    readonly options?: never;
    readonly head?: never;
    /**
     * Change the name of who is signed in
     * @description An operator may call it.
     */
    readonly patch: operations['meRename'];
    readonly trace?: never;
  };
  readonly '/metrics': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Read the figures of the organization
     * @description An operator may call it.
     */
    readonly get: operations['metricsRead'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/openapi.json': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * This definition
     * @description It needs no credential. At most 60 times in 60 seconds for one address.
     */
    readonly get: operations['openApiDefine'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/policies': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * List policies
     * @description An operator may call it. It needs the plan TEAM.
     */
    readonly get: operations['policiesList'];
    readonly put?: never;
    /**
     * Make a policy
     * @description An operator may call it. It needs the plan TEAM.
     */
    readonly post: operations['policiesCreate'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/policies/simulate': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Try a draft policy on past calls
     * @description An operator may call it. It needs the plan TEAM. At most 30 times in 60 seconds for one organization.
     */
    readonly post: operations['simulationSimulate'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/policies/{id}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    /**
     * Change a policy
     * @description An operator may call it. It needs the plan TEAM.
     */
    readonly put: operations['policiesChange'];
    readonly post?: never;
    /**
     * Delete a policy
     * @description An operator may call it. It needs the plan TEAM.
     */
    readonly delete: operations['policiesRemove'];
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/policies/{id}/toggle': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    /**
     * Switch a policy on or off
     * @description An operator may call it. It needs the plan TEAM.
     */
    readonly patch: operations['policiesToggle'];
    readonly trace?: never;
  };
  readonly '/registry': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * List the operations that connectors know
     * @description An API key or an operator may call it.
     */
    readonly get: operations['registryList'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/sessions': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * List sessions, or wait for the list to change
     * @description An operator may call it.
     */
    readonly get: operations['sessionsList'];
    readonly put?: never;
    /**
     * Open a session
     * @description An API key or an operator may call it.
     */
    readonly post: operations['sessionsCreate'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/sessions/dirty': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * List sessions to look at
     * @description An operator may call it. It needs the plan PRO.
     */
    readonly get: operations['dirtyList'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/sessions/intent/summary': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * How the sessions kept to their intents
     * @description An operator may call it. It needs the plan TEAM.
     */
    readonly get: operations['intentSummarizeAll'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/sessions/{id}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Read a session with its actions
     * @description An API key or an operator may call it.
     */
    readonly get: operations['actionsRead'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    /**
     * Complete a session
     * @description An API key or an operator may call it.
     */
    readonly patch: operations['sessionsComplete'];
    readonly trace?: never;
  };
  readonly '/sessions/{id}/actions': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Read a session's actions in pages
     * @description An API key or an operator may call it.
     */
    readonly get: operations['actionsPage'];
    readonly put?: never;
    /**
     * Ask before a call, or report one that ran
     * @description An API key or an operator may call it.
     */
    readonly post: operations['actionsLog'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/sessions/{id}/actions/precapture': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Capture what a call will change
     * @description An API key or an operator may call it. At most 120 times in 60 seconds for one organization.
     */
    readonly post: operations['actionsPrecapture'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/sessions/{id}/actions/{actionId}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    /**
     * Say what became of a call
     * @description An API key or an operator may call it.
     */
    readonly patch: operations['actionsConfirm'];
    readonly trace?: never;
  };
  readonly '/sessions/{id}/actions/{actionId}/rollback': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Undo one action
     * @description An operator may call it.
     */
    readonly post: operations['rollbackAction'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/sessions/{id}/dirty': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Whether to look at a session
     * @description An operator may call it.
     */
    readonly get: operations['dirtyGet'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/sessions/{id}/intent': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Whether a session does what it said
     * @description An operator may call it. It needs the plan TEAM.
     */
    readonly get: operations['intentRead'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/sessions/{id}/intent/summary': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * The same in short
     * @description An operator may call it. It needs the plan TEAM.
     */
    readonly get: operations['intentSummarize'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/sessions/{id}/purge': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    readonly post?: never;
    /**
     * Delete a session for good
     * @description An operator may call it. It needs the plan PRO. At most 5 times in 900 seconds for one organization.
     */
    readonly delete: operations['purgePurge'];
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/sessions/{id}/rollback': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Read the plan, the progress or the report
     * @description An API key or an operator may call it.
     */
    readonly get: operations['rollbackShow'];
    readonly put?: never;
    /**
     * Roll back a session
     * @description An API key or an operator may call it.
     */
    readonly post: operations['rollbackSession'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/settings/connectors/health': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Whether every connector reaches its provider
     * @description An operator may call it. It needs the plan PRO.
     */
    readonly get: operations['connectorHealthCheck'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/settings/credentials': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * List stored credentials
     * @description An operator may call it.
     */
    readonly get: operations['credentialsList'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/settings/credentials/validate': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Which connectors an agent may count on
     * @description An API key or an operator may call it. At most 30 times in 60 seconds for one organization.
     */
    readonly get: operations['credentialsValidate'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/settings/credentials/{connector}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    /**
     * Store a credential
     * @description An operator may call it. It needs the plan PRO. At most 15 times in 900 seconds for one organization.
     */
    readonly put: operations['credentialsPut'];
    readonly post?: never;
    /**
     * Delete a credential
     * @description An operator may call it. It needs the plan PRO. At most 15 times in 900 seconds for one organization.
     */
    readonly delete: operations['credentialsRemove'];
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/settings/webhooks': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * List receivers of events
     * @description An operator may call it. It needs the plan PRO.
     */
    readonly get: operations['webhooksList'];
    readonly put?: never;
    /**
     * Register a receiver of events
     * @description An operator may call it. It needs the plan PRO.
     */
    readonly post: operations['webhooksCreate'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/settings/webhooks/{id}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    readonly post?: never;
    /**
     * Delete a receiver
     * @description An operator may call it. It needs the plan PRO.
     */
    readonly delete: operations['webhooksRemove'];
    readonly options?: never;
    readonly head?: never;
    /**
     * Switch a receiver on or off
     * @description An operator may call it. It needs the plan PRO.
     */
    readonly patch: operations['webhooksChange'];
    readonly trace?: never;
  };
  readonly '/settings/webhooks/{id}/deliveries': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * List what was sent to a receiver
     * @description An operator may call it. It needs the plan PRO.
     */
    readonly get: operations['webhooksDeliveries'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/settings/webhooks/{id}/test': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Send a test to a receiver
     * @description An operator may call it. It needs the plan PRO. At most 30 times in 60 seconds for one organization.
     */
    readonly post: operations['webhooksTest'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/team/invitations': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * List invitations that can still be accepted
     * @description An operator may call it.
     */
    readonly get: operations['teamList'];
    readonly put?: never;
    /**
     * Invite a person by mail
     * @description An operator may call it. It needs the plan TEAM. At most 20 times in 900 seconds for one organization.
     */
    readonly post: operations['teamInvite'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/team/invitations/accept': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Accept an invitation: with a new account, or with the token of one
     * @description It needs no credential. At most 20 times in 900 seconds for one address.
     */
    readonly post: operations['teamAccept'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/team/invitations/{id}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    readonly post?: never;
    /**
     * Take an invitation back
     * @description An operator may call it.
     */
    readonly delete: operations['teamRevoke'];
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/team/members': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * List the members of the organization
     * @description An operator may call it. It needs the plan TEAM.
     */
    readonly get: operations['meTeam'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/team/members/{id}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    readonly post?: never;
    /**
     * Remove a member
     * @description An operator may call it.
     */
    readonly delete: operations['teamRemove'];
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/webhooks/billing': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Take an event of Stripe
     * @description It needs no credential. At most 300 times in 60 seconds for one address.
     */
    readonly post: operations['billingReceive'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
}
export interface webhooks {
  readonly 'approval.requested': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Sent to receivers of approval.requested
     * @description Signed as Standard Webhooks say. The same event may come more than once.
     */
    readonly post: operations['onApprovalRequested'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly 'approval.decided': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Sent to receivers of approval.decided
     * @description Signed as Standard Webhooks say. The same event may come more than once.
     */
    readonly post: operations['onApprovalDecided'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly 'approval.expired': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Sent to receivers of approval.expired
     * @description Signed as Standard Webhooks say. The same event may come more than once.
     */
    readonly post: operations['onApprovalExpired'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly 'action.blocked': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Sent to receivers of action.blocked
     * @description Signed as Standard Webhooks say. The same event may come more than once.
     */
    readonly post: operations['onActionBlocked'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly 'rollback.finished': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Sent to receivers of rollback.finished
     * @description Signed as Standard Webhooks say. The same event may come more than once.
     */
    readonly post: operations['onRollbackFinished'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly 'webhook.test': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Sent to receivers of webhook.test
     * @description Signed as Standard Webhooks say. The same event may come more than once.
     */
    readonly post: operations['onWebhookTest'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
}
export interface components {
  schemas: {
    readonly AcceptInvitationBody: {
      readonly token: string;
      readonly password?: string;
      readonly name?: string;
    };
    /** @description A call as the service recorded it. */
    readonly Action: {
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly id: string;
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly sessionId: string;
      /** @description As logged, without gaps. */
      readonly sequence: number;
      /** @description As effects were confirmed. */
      readonly effectSequence: number | null;
      /** @description `<connector>.<resource>.<verb>` */
      readonly apiName: string;
      readonly operationType: components['schemas']['OperationType'];
      /** @description Its arguments, as they ran or may run. */
      readonly payload: components['schemas']['JsonObject'];
      /** @description As it was asked for; null unless an approver edited it. */
      readonly originalPayload: components['schemas']['JsonObject'] | null;
      /** @description What the provider answered; null before that. */
      readonly response: components['schemas']['Json'];
      readonly status: components['schemas']['ActionStatus'];
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly precaptureId: string | null;
      readonly snapshot: components['schemas']['Snapshot'] | null;
      /** @description The snapshot of before a decision, where another one replaced it. */
      readonly formerSnapshot: components['schemas']['Snapshot'] | null;
      /** @description The question to an operator; null where none was asked. */
      readonly approval: {
        /**
         * Format: uuid
         * @description UUID.
         */
        readonly id: string;
        /** @enum {string} */
        readonly status: 'PENDING' | 'APPROVED' | 'REJECTED';
        /**
         * Format: date-time
         * @description ISO 8601, UTC, milliseconds.
         */
        readonly expiresAt: string;
      } | null;
      /** @description What the policies said of it, and which of them. */
      readonly policy: {
        /** @enum {string} */
        readonly decision: 'ALLOW' | 'REQUIRE_APPROVAL' | 'BLOCK';
        readonly policyIds: readonly string[];
        /** @description What shadow policies would have decided; for operators. */
        readonly shadow?: {
          /** @enum {string} */
          readonly decision: 'ALLOW' | 'REQUIRE_APPROVAL' | 'BLOCK';
          readonly policyIds: readonly string[];
        } | null;
        /**
         * Format: uuid
         * @description The grant that cleared the call; for operators.
         */
        readonly grantId?: string | null;
      };
      /**
       * @description What was wrong with it, where something was.
       * @enum {string|null}
       */
      readonly violation:
        | 'blocked'
        | 'unapproved'
        | 'paused'
        | 'after-completion'
        | 'after-rollback'
        | 'payload-mismatch'
        | 'ungated'
        | null;
      /** @description In a session of a test key. */
      readonly simulated: boolean;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly updatedAt: string;
    };
    /** @description What is sent of action.blocked. */
    readonly ActionBlockedEvent: {
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly id: string;
      /** @constant */
      readonly type: 'action.blocked';
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly timestamp: string;
      readonly data: {
        /**
         * Format: uuid
         * @description UUID.
         */
        readonly sessionId: string;
        readonly agentId: string;
        readonly simulated: boolean;
        /**
         * Format: uuid
         * @description UUID.
         */
        readonly actionId: string;
        readonly apiName: string;
        readonly operationType: components['schemas']['OperationType'];
        /** @enum {string} */
        readonly status: 'BLOCKED';
        readonly reason: string | null;
        readonly policyIds: readonly string[];
        /** @description Opens the dashboard. */
        readonly url: string;
      };
    };
    /**
     * @description How far a call has come, and what became of it.
     * @enum {string}
     */
    readonly ActionStatus:
      | 'CLEARED'
      | 'PENDING_APPROVAL'
      | 'REJECTED'
      | 'BLOCKED'
      | 'SUCCESS'
      | 'FAILED'
      | 'UNKNOWN'
      | 'ROLLED_BACK'
      | 'ROLLBACK_FAILED';
    /** @description An agent: registered, or seen in a session. */
    readonly Agent: {
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly id: string;
      readonly slug: string;
      readonly displayName: string;
      readonly description: string;
      /** @enum {string} */
      readonly status: 'ACTIVE' | 'PAUSED';
      readonly registered: boolean;
      readonly sessions: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly lastSeenAt: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly createdAt: string;
    };
    /** @description A rollback of everything that an agent did since a moment. */
    readonly AgentRollback: {
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly id: string;
      /** @description The agent's own name, as it was given when the session was opened. */
      readonly agentId: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly since: string;
      /** @description Sessions that were being rolled back already. */
      readonly skipped: readonly string[];
      /** @enum {string} */
      readonly state: 'running' | 'finished';
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly startedAt: string;
      /** @description One for each session. */
      readonly rollbacks: readonly components['schemas']['RollbackReport'][];
    };
    /** @description An API key, without its secret. */
    readonly ApiKey: {
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly id: string;
      readonly name: string;
      /** @enum {string} */
      readonly kind: 'live' | 'test';
      /** @description The one agent it acts as. */
      readonly agentId: string | null;
      /** @enum {string} */
      readonly status: 'ACTIVE' | 'REVOKED';
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly lastUsedAt: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly revokedAt: string | null;
    };
    /** @description A question to an operator, and the answer. */
    readonly Approval: {
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly id: string;
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly sessionId: string;
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly actionId: string;
      /** @description The agent's own name, as it was given when the session was opened. */
      readonly agentId: string;
      /** @description `<connector>.<resource>.<verb>` */
      readonly apiName: string;
      /**
       * @description What was decided; an expired one is REJECTED.
       * @enum {string}
       */
      readonly status: 'PENDING' | 'APPROVED' | 'REJECTED';
      /** @description An approved call may run only while it is CLEARED. */
      readonly actionStatus: components['schemas']['ActionStatus'];
      /** @description Approved, and its outcome is not reported yet. */
      readonly unconfirmed: boolean;
      /** @description One line of the arguments. */
      readonly payloadSummary: string;
      /** @description SHA-256 of the canonical JSON (RFC 8785) of the arguments, in hex. */
      readonly payloadHash: string;
      /** @description Milliseconds; 0 once it is decided. */
      readonly timeRemaining: number;
      /** @description Why it was rejected. */
      readonly reason: string | null;
      /** @description To agents the role `operator`; null before a decision, and where no person decided. */
      readonly decidedBy: string | null;
      /** @description How many operators have to approve, and who has. */
      readonly approvals: {
        readonly required: number;
        readonly given: readonly {
          readonly by: string;
          /**
           * Format: date-time
           * @description ISO 8601, UTC, milliseconds.
           */
          readonly at: string;
        }[];
      };
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly createdAt: string;
      /**
       * Format: date-time
       * @description When the question is taken back unanswered; ISO 8601.
       */
      readonly expiresAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly decidedAt: string | null;
    };
    /** @description What an operator has to know beside the call itself. */
    readonly ApprovalContext: {
      readonly intent: string;
      /** @description The agent's own name, as it was given when the session was opened. */
      readonly agentId: string;
      readonly agentName: string;
      readonly precedingActions: readonly {
        readonly sequence: number;
        /** @description `<connector>.<resource>.<verb>` */
        readonly apiName: string;
        readonly status: components['schemas']['ActionStatus'];
        readonly summary: string;
      }[];
      /** @enum {string} */
      readonly reversibility: 'exact' | 'compensating' | 'none';
      readonly policy: {
        readonly ids: readonly string[];
        readonly reason: string | null;
      };
      /** @description What the call would change; null where it cannot be told. */
      readonly difference:
        | readonly {
            readonly field: string;
            readonly before: components['schemas']['Json'];
            readonly after: components['schemas']['Json'];
          }[]
        | null;
      readonly differenceOmitted: number;
      /** @description Where characters stand that a reader does not see. */
      readonly hidden: readonly {
        readonly field: string;
        readonly kinds: readonly (
          | 'bidi'
          | 'zero-width'
          | 'soft-hyphen'
          | 'tag'
          | 'variation-selector'
          | 'control'
          | 'other'
        )[];
      }[];
    };
    /** @description What is sent of approval.decided. */
    readonly ApprovalDecidedEvent: {
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly id: string;
      /** @constant */
      readonly type: 'approval.decided';
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly timestamp: string;
      readonly data: {
        /**
         * Format: uuid
         * @description UUID.
         */
        readonly sessionId: string;
        readonly agentId: string;
        readonly simulated: boolean;
        /**
         * Format: uuid
         * @description UUID.
         */
        readonly approvalId: string;
        /**
         * Format: uuid
         * @description UUID.
         */
        readonly actionId: string;
        readonly apiName: string;
        readonly operationType: components['schemas']['OperationType'];
        /** @enum {string} */
        readonly status: 'PENDING' | 'APPROVED' | 'REJECTED';
        readonly reason: string | null;
        /** @description The call has run already. */
        readonly review: boolean;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, milliseconds.
         */
        readonly expiresAt: string;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, milliseconds.
         */
        readonly decidedAt: string | null;
        /** @description Opens the dashboard. */
        readonly url: string;
      };
    };
    /** @description An approval with what it decides on. */
    readonly ApprovalDetail: {
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly id: string;
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly sessionId: string;
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly actionId: string;
      /** @description The agent's own name, as it was given when the session was opened. */
      readonly agentId: string;
      /** @description `<connector>.<resource>.<verb>` */
      readonly apiName: string;
      /**
       * @description What was decided; an expired one is REJECTED.
       * @enum {string}
       */
      readonly status: 'PENDING' | 'APPROVED' | 'REJECTED';
      /** @description An approved call may run only while it is CLEARED. */
      readonly actionStatus: components['schemas']['ActionStatus'];
      /** @description Approved, and its outcome is not reported yet. */
      readonly unconfirmed: boolean;
      /** @description One line of the arguments. */
      readonly payloadSummary: string;
      /** @description SHA-256 of the canonical JSON (RFC 8785) of the arguments, in hex. */
      readonly payloadHash: string;
      /** @description Milliseconds; 0 once it is decided. */
      readonly timeRemaining: number;
      /** @description Why it was rejected. */
      readonly reason: string | null;
      /** @description To agents the role `operator`; null before a decision, and where no person decided. */
      readonly decidedBy: string | null;
      /** @description How many operators have to approve, and who has. */
      readonly approvals: {
        readonly required: number;
        readonly given: readonly {
          readonly by: string;
          /**
           * Format: date-time
           * @description ISO 8601, UTC, milliseconds.
           */
          readonly at: string;
        }[];
      };
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly createdAt: string;
      /**
       * Format: date-time
       * @description When the question is taken back unanswered; ISO 8601.
       */
      readonly expiresAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly decidedAt: string | null;
      /** @description What may run: the approver may have edited it. */
      readonly payload: components['schemas']['JsonObject'];
      /** @description With hidden characters made visible; for operators. */
      readonly payloadShown?: components['schemas']['Json'];
      readonly snapshot: components['schemas']['Snapshot'] | null;
      readonly formerSnapshot: components['schemas']['Snapshot'] | null;
      /** @description For operators. */
      readonly grant?: components['schemas']['Grant'] | null;
      /** @description For operators. */
      readonly context?: components['schemas']['ApprovalContext'];
    };
    /** @description What is sent of approval.expired. */
    readonly ApprovalExpiredEvent: {
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly id: string;
      /** @constant */
      readonly type: 'approval.expired';
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly timestamp: string;
      readonly data: {
        /**
         * Format: uuid
         * @description UUID.
         */
        readonly sessionId: string;
        readonly agentId: string;
        readonly simulated: boolean;
        /**
         * Format: uuid
         * @description UUID.
         */
        readonly approvalId: string;
        /**
         * Format: uuid
         * @description UUID.
         */
        readonly actionId: string;
        readonly apiName: string;
        readonly operationType: components['schemas']['OperationType'];
        /** @enum {string} */
        readonly status: 'PENDING' | 'APPROVED' | 'REJECTED';
        readonly reason: string | null;
        /** @description The call has run already. */
        readonly review: boolean;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, milliseconds.
         */
        readonly expiresAt: string;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, milliseconds.
         */
        readonly decidedAt: string | null;
        /** @description Opens the dashboard. */
        readonly url: string;
      };
    };
    /** @description The verdict that edited arguments would get. */
    readonly ApprovalPreview: {
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly approvalId: string;
      /**
       * @description BLOCK: the approval would be refused.
       * @enum {string}
       */
      readonly decision: 'ALLOW' | 'REQUIRE_APPROVAL' | 'BLOCK';
      readonly policyIds: readonly string[];
      readonly reason: string | null;
      /** @description Of the edited arguments. */
      readonly payloadHash: string;
      /** @description How many operators would have to approve. */
      readonly requiredApprovals: number;
    };
    /** @description What is sent of approval.requested. */
    readonly ApprovalRequestedEvent: {
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly id: string;
      /** @constant */
      readonly type: 'approval.requested';
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly timestamp: string;
      readonly data: {
        /**
         * Format: uuid
         * @description UUID.
         */
        readonly sessionId: string;
        readonly agentId: string;
        readonly simulated: boolean;
        /**
         * Format: uuid
         * @description UUID.
         */
        readonly approvalId: string;
        /**
         * Format: uuid
         * @description UUID.
         */
        readonly actionId: string;
        readonly apiName: string;
        readonly operationType: components['schemas']['OperationType'];
        /** @enum {string} */
        readonly status: 'PENDING' | 'APPROVED' | 'REJECTED';
        readonly reason: string | null;
        /** @description The call has run already. */
        readonly review: boolean;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, milliseconds.
         */
        readonly expiresAt: string;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, milliseconds.
         */
        readonly decidedAt: string | null;
        /** @description Opens the dashboard. */
        readonly url: string;
      };
    };
    readonly ApproveBody: {
      /** @description SHA-256, in hex. */
      readonly payloadHash?: string;
      readonly payload?: components['schemas']['JsonObject'];
      readonly grant?: components['schemas']['GrantBody'];
    };
    /** @description One link of an organization's chain. */
    readonly AuditEntry: {
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly id: string;
      /** @description From 1, without gaps. */
      readonly sequence: number;
      readonly actor: {
        /** @enum {string} */
        readonly kind: 'USER' | 'API_KEY' | 'SYSTEM';
        /**
         * Format: uuid
         * @description UUID.
         */
        readonly id: string | null;
        readonly label: string;
      };
      readonly action: string;
      readonly target: {
        readonly type: string;
        readonly id: string;
      };
      /** @description Null: it was not there before. */
      readonly before: components['schemas']['JsonObject'] | null;
      /** @description Null: it is gone. */
      readonly after: components['schemas']['JsonObject'] | null;
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly requestId: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly createdAt: string;
      /** @description SHA-256 of the RFC 8785 form of this entry without `hash`. */
      readonly hash: string;
      /** @description SHA-256, in hex. */
      readonly previousHash: string;
    };
    /** @description Where an operator settles the bills. */
    readonly BillingPortal: {
      readonly url: string;
      /** @enum {string} */
      readonly kind: 'portal' | 'checkout';
    };
    /** @description A browser that is signed in; its cookie comes beside this answer. */
    readonly BrowserSession: {
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly id: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly expiresAt: string;
    };
    readonly ChangeAgentBody: {
      readonly displayName?: string;
      readonly description?: string;
      /** @enum {string} */
      readonly status?: 'ACTIVE' | 'PAUSED';
    };
    readonly ChangeMeBody: {
      readonly name: string;
    };
    readonly ChangePolicyBody: {
      readonly apiNamePattern?: string;
      readonly condition?: components['schemas']['Condition'] | null;
      /** @enum {string} */
      readonly action?: 'ALLOW' | 'REQUIRE_APPROVAL' | 'BLOCK';
      readonly enabled?: boolean;
      readonly reason?: string | null;
      /** @enum {string} */
      readonly mode?: 'enforce' | 'shadow';
      readonly requiredApprovals?: number;
    };
    readonly ChangeWebhookBody: {
      readonly enabled: boolean;
    };
    readonly CompleteSessionBody: {
      /** @enum {string} */
      readonly status: 'COMPLETED';
    };
    /** @description One test of one field, all of several, or any of several. */
    readonly Condition:
      | (
          | {
              /** @description A bare name or `payload.…` path, or a fact of the call. */
              readonly field: string;
              /** @enum {string} */
              readonly operator: 'eq' | 'neq' | 'contains';
              readonly value: components['schemas']['Json'];
              /**
               * @description An absent field satisfies it.
               * @constant
               */
              readonly onMissing?: 'match';
            }
          | {
              /** @description A bare name or `payload.…` path, or a fact of the call. */
              readonly field: string;
              /** @enum {string} */
              readonly operator: 'gt' | 'gte' | 'lt' | 'lte';
              readonly value: number;
              /**
               * @description An absent field satisfies it.
               * @constant
               */
              readonly onMissing?: 'match';
            }
          | {
              /** @description A bare name or `payload.…` path, or a fact of the call. */
              readonly field: string;
              /** @enum {string} */
              readonly operator: 'in' | 'not_in';
              readonly value: readonly components['schemas']['Json'][];
              /**
               * @description An absent field satisfies it.
               * @constant
               */
              readonly onMissing?: 'match';
            }
          | {
              /** @description A bare name or `payload.…` path, or a fact of the call. */
              readonly field: string;
              /** @enum {string} */
              readonly operator: 'starts_with' | 'ends_with';
              readonly value: string;
              /**
               * @description An absent field satisfies it.
               * @constant
               */
              readonly onMissing?: 'match';
            }
          | {
              /** @description A bare name or `payload.…` path, or a fact of the call. */
              readonly field: string;
              /** @enum {string} */
              readonly operator: 'exists';
              readonly value: boolean;
              /**
               * @description An absent field satisfies it.
               * @constant
               */
              readonly onMissing?: 'match';
            }
        )
      | {
          readonly all: readonly components['schemas']['Condition'][];
        }
      | {
          readonly any: readonly components['schemas']['Condition'][];
        };
    readonly ConfirmActionBody: {
      /** @enum {string} */
      readonly status:
        | 'CLEARED'
        | 'PENDING_APPROVAL'
        | 'REJECTED'
        | 'BLOCKED'
        | 'SUCCESS'
        | 'FAILED'
        | 'UNKNOWN'
        | 'ROLLED_BACK'
        | 'ROLLBACK_FAILED';
      readonly response?: components['schemas']['Json'];
      /** @description SHA-256, in hex. */
      readonly payloadHash?: string;
    };
    /** @description One connector as it was last seen. */
    readonly ConnectorHealth: {
      readonly connector: string;
      /** @enum {string} */
      readonly status: 'healthy' | 'unhealthy' | 'unconfigured';
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly checkedAt: string | null;
      readonly latencyMs: number | null;
      /** @description What is wrong, in a sentence for an operator. */
      readonly detail: string | null;
    };
    readonly CreateApiKeyBody: {
      readonly name: string;
      /** @enum {string} */
      readonly kind: 'live' | 'test';
      readonly agentId?: string;
    };
    readonly CreatePolicyBody: {
      readonly apiNamePattern: string;
      readonly condition?: components['schemas']['Condition'] | null;
      /** @enum {string} */
      readonly action: 'ALLOW' | 'REQUIRE_APPROVAL' | 'BLOCK';
      readonly enabled?: boolean;
      readonly reason?: string | null;
      /** @enum {string} */
      readonly mode?: 'enforce' | 'shadow';
      readonly requiredApprovals?: number;
    };
    readonly CreateSessionBody: {
      readonly agentId: string;
      readonly intent: string;
    };
    readonly CreateWebhookBody: {
      /** @enum {string} */
      readonly kind?: 'webhook' | 'slack' | 'email';
      readonly url?: string;
      readonly events?: readonly (
        | 'approval.requested'
        | 'approval.decided'
        | 'approval.expired'
        | 'action.blocked'
        | 'rollback.finished'
      )[];
      readonly description?: string;
    };
    /** @description An API key with its secret, which is shown this once. */
    readonly CreatedApiKey: {
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly id: string;
      readonly name: string;
      /** @enum {string} */
      readonly kind: 'live' | 'test';
      /** @description The one agent it acts as. */
      readonly agentId: string | null;
      /** @enum {string} */
      readonly status: 'ACTIVE' | 'REVOKED';
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly lastUsedAt: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly revokedAt: string | null;
      readonly key: string;
    };
    /** @description A receiver of events with the secret that its events are signed with, which is shown this once. */
    readonly CreatedWebhook: {
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly id: string;
      /** @enum {string} */
      readonly kind: 'webhook' | 'slack' | 'email';
      readonly url: string | null;
      /** @description The types of events that it is told of. */
      readonly events: readonly string[];
      readonly description: string;
      readonly enabled: boolean;
      /** @enum {string|null} */
      readonly disabledReason: 'gone' | 'failing' | 'operator' | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly disabledAt: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly failingSince: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly updatedAt: string;
      readonly secret?: string;
    };
    /** @description What is stored for a connector, without its values. */
    readonly Credential: {
      readonly connector: string;
      readonly fields: readonly string[];
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly updatedAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly lastCheckedAt: string | null;
      readonly lastCheckOk: boolean | null;
    };
    /** @description Which of the connectors an agent may count on. */
    readonly CredentialsCheck: {
      readonly valid: boolean;
      readonly configured: readonly string[];
      readonly missing: readonly string[];
      readonly suggestions: readonly string[];
    };
    /** @description What became of one of several decisions. */
    readonly Decided: {
      readonly id: string;
      /** @description As the decision alone would be answered. */
      readonly status: number;
      readonly approval: components['schemas']['Approval'] | null;
      readonly error: components['schemas']['Problem'] | null;
    };
    readonly DecisionBody: {
      readonly id: string;
      /** @enum {string} */
      readonly decision: 'approve' | 'reject';
      /** @description SHA-256, in hex. */
      readonly payloadHash: string;
      readonly payload?: components['schemas']['JsonObject'];
      readonly reason?: string;
    };
    readonly DecisionsBody: {
      readonly decisions: readonly components['schemas']['DecisionBody'][];
    };
    /** @description It is gone. */
    readonly Deleted: {
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly id: string;
      /** @constant */
      readonly deleted: true;
    };
    /** @description One event on its way to one receiver. */
    readonly Delivery: {
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly id: string;
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly webhookId: string;
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly eventId: string;
      readonly type: string;
      /**
       * Format: uuid
       * @description Who the mail is for.
       */
      readonly memberId: string | null;
      /** @enum {string} */
      readonly status: 'PENDING' | 'DELIVERED' | 'FAILED' | 'CANCELED';
      readonly attempts: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly nextTryAt: string | null;
      /** @description Every attempt. */
      readonly log: readonly {
        /** @description From 1. */
        readonly attempt: number;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, milliseconds.
         */
        readonly at: string;
        /** @description Of the answer. */
        readonly status: number | null;
        readonly durationMs: number | null;
        readonly error: string | null;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, milliseconds.
         */
        readonly nextTryAt: string | null;
      }[];
      readonly data: components['schemas']['EventData'];
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly settledAt: string | null;
    };
    /** @description Whether an operator should look at a session, and why. */
    readonly DirtySession: {
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly sessionId: string;
      /** @description The agent's own name, as it was given when the session was opened. */
      readonly agentId: string;
      readonly intent: string;
      /** @enum {string} */
      readonly displayStatus:
        | 'ACTIVE'
        | 'COMPLETED'
        | 'ABANDONED'
        | 'AWAITING_APPROVAL'
        | 'ROLLING_BACK'
        | 'REVERTED'
        | 'PARTIALLY_REVERTED'
        | 'ROLLBACK_FAILED';
      readonly simulated: boolean;
      readonly dirty: boolean;
      readonly reasons: readonly {
        /** @enum {string} */
        readonly reason:
          | 'not-undone'
          | 'rollback-incomplete'
          | 'unconfirmed-approval'
          | 'violation'
          | 'unknown-outcome';
        /** @description How many actions it concerns. */
        readonly actions: number;
        /** @description The first of them, as logged; at most 20. */
        readonly actionIds: readonly string[];
      }[];
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly lastActivityAt: string;
    };
    /** @description What an event tells. */
    readonly EventData:
      | {
          /**
           * Format: uuid
           * @description UUID.
           */
          readonly sessionId: string;
          readonly agentId: string;
          readonly simulated: boolean;
          /**
           * Format: uuid
           * @description UUID.
           */
          readonly approvalId: string;
          /**
           * Format: uuid
           * @description UUID.
           */
          readonly actionId: string;
          readonly apiName: string;
          readonly operationType: components['schemas']['OperationType'];
          /** @enum {string} */
          readonly status: 'PENDING' | 'APPROVED' | 'REJECTED';
          readonly reason: string | null;
          /** @description The call has run already. */
          readonly review: boolean;
          /**
           * Format: date-time
           * @description ISO 8601, UTC, milliseconds.
           */
          readonly expiresAt: string;
          /**
           * Format: date-time
           * @description ISO 8601, UTC, milliseconds.
           */
          readonly decidedAt: string | null;
        }
      | {
          /**
           * Format: uuid
           * @description UUID.
           */
          readonly sessionId: string;
          readonly agentId: string;
          readonly simulated: boolean;
          /**
           * Format: uuid
           * @description UUID.
           */
          readonly actionId: string;
          readonly apiName: string;
          readonly operationType: components['schemas']['OperationType'];
          /** @enum {string} */
          readonly status: 'BLOCKED';
          readonly reason: string | null;
          readonly policyIds: readonly string[];
        }
      | {
          /**
           * Format: uuid
           * @description UUID.
           */
          readonly sessionId: string;
          readonly agentId: string;
          readonly simulated: boolean;
          /**
           * Format: uuid
           * @description UUID.
           */
          readonly rollbackId: string;
          /**
           * Format: uuid
           * @description UUID.
           */
          readonly actionId: string | null;
          /**
           * Format: uuid
           * @description UUID.
           */
          readonly agentRollbackId: string | null;
          /** @enum {string} */
          readonly status: 'FINISHED';
          /** @description How many steps ended how. */
          readonly outcomes: {
            readonly ROLLED_BACK?: number;
            readonly ROLLBACK_FAILED?: number;
            readonly CONFLICT?: number;
            readonly IRREVERSIBLE?: number;
            readonly UNKNOWN?: number;
            readonly SKIPPED?: number;
          };
          /**
           * Format: date-time
           * @description ISO 8601, UTC, milliseconds.
           */
          readonly startedAt: string;
          /**
           * Format: date-time
           * @description ISO 8601, UTC, milliseconds.
           */
          readonly finishedAt: string;
        }
      | {
          /**
           * Format: uuid
           * @description UUID.
           */
          readonly webhookId: string;
        };
    /** @description What a refused request is answered with. */
    readonly Failure: {
      readonly data: null;
      readonly error: components['schemas']['Problem'];
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly timestamp: string;
    };
    readonly ForgotPasswordBody: {
      /** Format: email */
      readonly email: string;
    };
    /** @description What is installed here, and where to go next. */
    readonly FrontPage: {
      readonly name: string;
      readonly version: string;
      readonly description: string;
      readonly links: {
        readonly health: string;
        readonly register: string;
        readonly readme: string;
        readonly documentation: string;
        readonly reference: string;
        readonly errors: string;
      };
    };
    /** @description Calls of one session that are approved in advance. */
    readonly Grant: {
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly id: string;
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly sessionId: string;
      /** @description The agent's own name, as it was given when the session was opened. */
      readonly agentId: string;
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly approvalId: string;
      readonly apiNamePattern: string;
      /** @enum {string} */
      readonly status: 'ACTIVE' | 'EXHAUSTED' | 'EXPIRED' | 'REVOKED';
      readonly maxUses: number;
      readonly uses: number;
      readonly remainingUses: number;
      readonly createdBy: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly expiresAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly revokedAt: string | null;
    };
    readonly GrantBody: {
      readonly apiNamePattern: string;
      readonly maxUses: number;
      readonly minutes: number;
    };
    /** @description The service could answer a request now. */
    readonly Health: {
      readonly status: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly timestamp: string;
    };
    /** @description An invitation that can still be accepted. */
    readonly Invitation: {
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly id: string;
      readonly email: string;
      /**
       * Format: uuid
       * @description The member who invites.
       */
      readonly invitedBy: string;
      /**
       * @description QUEUED: the mail is not sent yet.
       * @enum {string}
       */
      readonly status: 'QUEUED' | 'SENT';
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly createdAt: string;
      /**
       * Format: date-time
       * @description Seven days after it is sent; null before.
       */
      readonly expiresAt: string | null;
    };
    readonly InviteBody: {
      /** Format: email */
      readonly email: string;
    };
    /** @description Any JSON: what a client sent, or a provider answered. */
    readonly Json: Json;
    /** @description A JSON object whose members are free. */
    readonly JsonObject: JsonObject;
    readonly LogActionBody: {
      readonly apiName: string;
      /** @enum {string} */
      readonly operationType: 'CREATE' | 'UPDATE' | 'DELETE' | 'EXECUTE' | 'READ';
      readonly payload: components['schemas']['JsonObject'];
      readonly response?: components['schemas']['Json'];
      /** @enum {string} */
      readonly status?: 'CLEARED' | 'PENDING_APPROVAL' | 'SUCCESS' | 'FAILED';
      /** Format: uuid */
      readonly precaptureId?: string;
      readonly timeoutMs?: number;
      /** @enum {string} */
      readonly violation?: 'ungated';
    };
    readonly LoginBody: {
      readonly email: string;
      readonly password: string;
      readonly link?: string;
    };
    /** @description An operator, their organization, and what it has used of its quota. */
    readonly Me: {
      readonly user: {
        /**
         * Format: uuid
         * @description UUID.
         */
        readonly id: string;
        readonly email: string;
        readonly name: string;
        readonly emailVerified: boolean;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, milliseconds.
         */
        readonly createdAt: string;
      };
      readonly organization: {
        /**
         * Format: uuid
         * @description UUID.
         */
        readonly id: string;
        readonly name: string;
        /** @enum {string} */
        readonly plan: 'FREE' | 'PRO' | 'TEAM';
        /**
         * Format: date-time
         * @description ISO 8601, UTC, milliseconds.
         */
        readonly createdAt: string;
      };
      readonly usage: {
        readonly month: string;
        readonly actions: number;
        readonly limit: number;
      };
    };
    /** @description Who is in the organization. */
    readonly Member: {
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly id: string;
      readonly email: string;
      readonly name: string;
      /** @enum {string} */
      readonly role: 'MEMBER';
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly joinedAt: string;
    };
    /** @description In words for a person. */
    readonly Message: {
      readonly message: string;
    };
    /** @description Figures of live sessions, the last 30 days, and simulated sessions by themselves. */
    readonly Metrics: {
      readonly actions: {
        readonly total: number;
        readonly byStatus: {
          readonly CLEARED: number;
          readonly PENDING_APPROVAL: number;
          readonly REJECTED: number;
          readonly BLOCKED: number;
          readonly SUCCESS: number;
          readonly FAILED: number;
          readonly UNKNOWN: number;
          readonly ROLLED_BACK: number;
          readonly ROLLBACK_FAILED: number;
        };
      };
      /** @description Calls that took effect, of those whose outcome is known; null: there is none. */
      readonly successRate: number | null;
      readonly blocked: number;
      readonly violations: {
        readonly total: number;
        readonly byKind: {
          readonly blocked: number;
          readonly unapproved: number;
          readonly paused: number;
          readonly 'after-completion': number;
          readonly 'after-rollback': number;
          readonly 'payload-mismatch': number;
          readonly ungated: number;
        };
      };
      readonly approvals: {
        readonly pending: number;
        readonly approved: number;
        readonly rejected: number;
        readonly expired: number;
        readonly withdrawn: number;
        readonly medianDecisionMs: number | null;
      };
      readonly rollbacks: {
        readonly started: number;
        readonly finished: number;
        readonly outcomes: {
          readonly ROLLED_BACK: number;
          readonly ROLLBACK_FAILED: number;
          readonly CONFLICT: number;
          readonly IRREVERSIBLE: number;
          readonly UNKNOWN: number;
          readonly SKIPPED: number;
        };
      };
      readonly simulated: {
        readonly actions: {
          readonly total: number;
          readonly byStatus: {
            readonly CLEARED: number;
            readonly PENDING_APPROVAL: number;
            readonly REJECTED: number;
            readonly BLOCKED: number;
            readonly SUCCESS: number;
            readonly FAILED: number;
            readonly UNKNOWN: number;
            readonly ROLLED_BACK: number;
            readonly ROLLBACK_FAILED: number;
          };
        };
        /** @description Calls that took effect, of those whose outcome is known; null: there is none. */
        readonly successRate: number | null;
        readonly blocked: number;
        readonly violations: {
          readonly total: number;
          readonly byKind: {
            readonly blocked: number;
            readonly unapproved: number;
            readonly paused: number;
            readonly 'after-completion': number;
            readonly 'after-rollback': number;
            readonly 'payload-mismatch': number;
            readonly ungated: number;
          };
        };
        readonly approvals: {
          readonly pending: number;
          readonly approved: number;
          readonly rejected: number;
          readonly expired: number;
          readonly withdrawn: number;
          readonly medianDecisionMs: number | null;
        };
        readonly rollbacks: {
          readonly started: number;
          readonly finished: number;
          readonly outcomes: {
            readonly ROLLED_BACK: number;
            readonly ROLLBACK_FAILED: number;
            readonly CONFLICT: number;
            readonly IRREVERSIBLE: number;
            readonly UNKNOWN: number;
            readonly SKIPPED: number;
          };
        };
      };
      readonly days: readonly {
        /**
         * Format: date
         * @description A day in UTC.
         */
        readonly day: string;
        readonly actions: number;
        readonly success: number;
        readonly failed: number;
        readonly blocked: number;
        readonly approvalsRequested: number;
        readonly rolledBack: number;
      }[];
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly since: string;
    };
    /**
     * @description What kind of change an operation makes; a READ changes nothing and is never undone.
     * @enum {string}
     */
    readonly OperationType: 'CREATE' | 'UPDATE' | 'DELETE' | 'EXECUTE' | 'READ';
    /** @description How the live sessions of the last 30 days kept to their intents, and the simulated ones by themselves. */
    readonly OrganizationIntent: {
      readonly sessions: number;
      readonly verdicts: {
        readonly ALIGNED: number;
        readonly REVIEW: number;
        readonly DRIFTED: number;
        readonly INSUFFICIENT_EVIDENCE: number;
      };
      readonly averageDriftScore: number | null;
      readonly agents: readonly {
        /** @description The agent's own name, as it was given when the session was opened. */
        readonly agentId: string;
        readonly sessions: number;
        readonly verdicts: {
          readonly ALIGNED: number;
          readonly REVIEW: number;
          readonly DRIFTED: number;
          readonly INSUFFICIENT_EVIDENCE: number;
        };
        readonly averageDriftScore: number | null;
      }[];
      readonly connectors: readonly {
        readonly connector: string;
        readonly sessions: number;
        readonly verdicts: {
          readonly ALIGNED: number;
          readonly REVIEW: number;
          readonly DRIFTED: number;
          readonly INSUFFICIENT_EVIDENCE: number;
        };
        readonly averageDriftScore: number | null;
      }[];
      readonly days: readonly {
        /**
         * Format: date
         * @description A day in UTC.
         */
        readonly day: string;
        readonly sessions: number;
        readonly verdicts: {
          readonly ALIGNED: number;
          readonly REVIEW: number;
          readonly DRIFTED: number;
          readonly INSUFFICIENT_EVIDENCE: number;
        };
        readonly averageDriftScore: number | null;
      }[];
      readonly simulated: {
        readonly sessions: number;
        readonly verdicts: {
          readonly ALIGNED: number;
          readonly REVIEW: number;
          readonly DRIFTED: number;
          readonly INSUFFICIENT_EVIDENCE: number;
        };
        readonly averageDriftScore: number | null;
        readonly agents: readonly {
          /** @description The agent's own name, as it was given when the session was opened. */
          readonly agentId: string;
          readonly sessions: number;
          readonly verdicts: {
            readonly ALIGNED: number;
            readonly REVIEW: number;
            readonly DRIFTED: number;
            readonly INSUFFICIENT_EVIDENCE: number;
          };
          readonly averageDriftScore: number | null;
        }[];
        readonly connectors: readonly {
          readonly connector: string;
          readonly sessions: number;
          readonly verdicts: {
            readonly ALIGNED: number;
            readonly REVIEW: number;
            readonly DRIFTED: number;
            readonly INSUFFICIENT_EVIDENCE: number;
          };
          readonly averageDriftScore: number | null;
        }[];
        readonly days: readonly {
          /**
           * Format: date
           * @description A day in UTC.
           */
          readonly day: string;
          readonly sessions: number;
          readonly verdicts: {
            readonly ALIGNED: number;
            readonly REVIEW: number;
            readonly DRIFTED: number;
            readonly INSUFFICIENT_EVIDENCE: number;
          };
          readonly averageDriftScore: number | null;
        }[];
      };
      readonly evaluator: string;
    };
    /** @description What calls of a name may do. */
    readonly Policy: {
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly id: string;
      readonly apiNamePattern: string;
      /** @description Null: every call that the pattern matches. */
      readonly condition: components['schemas']['Condition'] | null;
      /** @enum {string} */
      readonly action: 'ALLOW' | 'REQUIRE_APPROVAL' | 'BLOCK';
      readonly enabled: boolean;
      /** @description Told to the agent. */
      readonly reason: string | null;
      /**
       * @description A `shadow` policy is evaluated and reported, and decides nothing.
       * @enum {string}
       */
      readonly mode: 'enforce' | 'shadow';
      /** @description How many operators have to approve. */
      readonly requiredApprovals: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly updatedAt: string;
    };
    /** @description What a draft policy alone would have made of past calls. */
    readonly PolicySimulation: {
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly from: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly to: string;
      /** @description False: there were more calls than could be looked at. */
      readonly complete: boolean;
      readonly evaluated: number;
      readonly matched: number;
      readonly allowed: {
        readonly calls: number;
        /** @description A rollback undid them later. */
        readonly undone: number;
      };
      readonly gated: {
        readonly calls: number;
        /** @description A rollback undid them later. */
        readonly undone: number;
      };
      readonly blocked: {
        readonly calls: number;
        /** @description A rollback undid them later. */
        readonly undone: number;
      };
      /** @description Held up by the draft, and not by the policies of that day. */
      readonly newlyHeldUp: number;
      readonly samples: readonly {
        /**
         * Format: uuid
         * @description UUID.
         */
        readonly actionId: string;
        /**
         * Format: uuid
         * @description UUID.
         */
        readonly sessionId: string;
        /** @description The agent's own name, as it was given when the session was opened. */
        readonly agentId: string;
        /** @description `<connector>.<resource>.<verb>` */
        readonly apiName: string;
        readonly payloadSummary: string;
        /** @enum {string|null} */
        readonly decision: 'ALLOW' | 'REQUIRE_APPROVAL' | 'BLOCK' | null;
        /** @enum {string} */
        readonly recordedDecision: 'ALLOW' | 'REQUIRE_APPROVAL' | 'BLOCK';
        readonly status: components['schemas']['ActionStatus'];
        readonly undone: boolean;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, milliseconds.
         */
        readonly createdAt: string;
      }[];
      readonly warnings: readonly {
        /** @enum {string} */
        readonly code: 'look-alike';
        readonly message: string;
        readonly apiNames: readonly string[];
      }[];
    };
    /** @description The snapshot of what a call is about to change; a capture that failed does not stop the call. */
    readonly Precapture: {
      /**
       * Format: uuid
       * @description Binds the snapshot to one call of the session with the same arguments.
       */
      readonly precaptureId: string;
      /** @description The call may run and cannot be undone. */
      readonly captureFailed: boolean;
    };
    readonly PrecaptureBody: {
      readonly apiName: string;
      readonly payload: components['schemas']['JsonObject'];
      /** Format: uuid */
      readonly actionId?: string;
    };
    readonly PreviewBody: {
      readonly payload: components['schemas']['JsonObject'];
      /** @description SHA-256, in hex. */
      readonly payloadHash?: string;
    };
    /** @description A refusal (RFC 9457). Act on the end of `type`, show `detail`, quote `requestId`. */
    readonly Problem: {
      readonly type: string;
      readonly title: string;
      readonly status: number;
      readonly detail: string;
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly requestId: string;
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly actionId?: string;
      readonly policyIds?: readonly string[];
      readonly errors?: readonly {
        readonly field: string;
        readonly message: string;
      }[];
    };
    /** @description When a problem is answered, and what to do about it. */
    readonly ProblemEntry: {
      /** @enum {string} */
      readonly code:
        | 'validation-failed'
        | 'invalid-token'
        | 'bad-request'
        | 'invalid-signature'
        | 'session-not-open'
        | 'invalid-link'
        | 'unauthenticated'
        | 'cross-origin'
        | 'operator-required'
        | 'plan-required'
        | 'policy-blocked'
        | 'agent-paused'
        | 'agent-mismatch'
        | 'not-found'
        | 'method-not-allowed'
        | 'request-timeout'
        | 'idempotency-conflict'
        | 'session-closed'
        | 'session-rolled-back'
        | 'session-rolling-back'
        | 'illegal-transition'
        | 'precapture-mismatch'
        | 'already-decided'
        | 'already-approved-by-you'
        | 'not-grantable'
        | 'too-many-webhooks'
        | 'already-run'
        | 'payload-changed'
        | 'not-rollable'
        | 'plan-changed'
        | 'rollback-running'
        | 'agent-registered'
        | 'pause-unfinished'
        | 'agent-is-paused'
        | 'email-taken'
        | 'already-member'
        | 'already-invited'
        | 'last-member'
        | 'conflict'
        | 'too-large'
        | 'uri-too-long'
        | 'unsupported-media-type'
        | 'rate-limited'
        | 'quota-exceeded'
        | 'precapture-limit'
        | 'headers-too-large'
        | 'internal'
        | 'billing-not-configured'
        | 'billing-unavailable'
        | 'oauth-not-configured'
        | 'unavailable';
      readonly title: string;
      readonly status: number;
      readonly when: string;
      readonly advice: string;
    };
    readonly PutCredentialBody: {
      readonly values: {
        readonly [key: string]: string;
      };
    };
    /** @description The event was taken. */
    readonly Received: {
      /** @constant */
      readonly received: true;
    };
    readonly RegisterAgentBody: {
      readonly slug: string;
      readonly description?: string;
      readonly displayName?: string;
    };
    readonly RegisterBody: {
      /** Format: email */
      readonly email: string;
      readonly password: string;
      readonly name: string;
    };
    /** @description An operation that a connector of the service knows. */
    readonly RegistryEntry: {
      /** @description Its name in policies and in the ledger. */
      readonly apiName: string;
      /** @description Identifier of its connector. */
      readonly connector: string;
      /** @description Of the provider's API, as it names it. */
      readonly apiVersion: string;
      readonly resource: string;
      readonly verb: string;
      readonly operationType: components['schemas']['OperationType'];
      /**
       * @description Whether an undo restores the very state, or only makes up for it, or there is none.
       * @enum {string}
       */
      readonly reversibility: 'exact' | 'compensating' | 'none';
      /** @description What undoes it, in words. */
      readonly inverse: string | null;
      /**
       * @description Whether the state before it has to be captured for that.
       * @enum {string}
       */
      readonly precapture: 'required' | 'none';
      /** @description JSON Schema of the arguments. */
      readonly payloadSchema: components['schemas']['JsonObject'];
      readonly credentialFields: readonly {
        readonly name: string;
        readonly required: boolean;
        readonly description: string;
        readonly isPublic?: boolean;
      }[];
      /** @description Round trips against a real counterpart run in the tests of this connector. */
      readonly verified: boolean;
      readonly notes: string | null;
      /** @description By what a change by another client is noticed. */
      readonly driftSignal: string | null;
      /** @description Hours within which the provider lets it be undone; null: no limit. */
      readonly undoableForHours: number | null;
      /**
       * @description What a policy should do with it, where it cannot be undone.
       * @enum {string|null}
       */
      readonly advice: 'REQUIRE_APPROVAL' | null;
    };
    readonly RejectBody: {
      readonly reason?: string;
      /** @description SHA-256, in hex. */
      readonly payloadHash?: string;
    };
    readonly ResetPasswordBody: {
      readonly token: string;
      readonly newPassword: string;
    };
    readonly RollBackAgentBody: {
      readonly since: string;
    };
    readonly RollbackBody: {
      /** @enum {string} */
      readonly onConflict?: 'skip' | 'force';
      readonly force?: readonly string[];
      /** @description SHA-256, in hex. */
      readonly planHash?: string;
    };
    /** @description What is sent of rollback.finished. */
    readonly RollbackFinishedEvent: {
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly id: string;
      /** @constant */
      readonly type: 'rollback.finished';
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly timestamp: string;
      readonly data: {
        /**
         * Format: uuid
         * @description UUID.
         */
        readonly sessionId: string;
        readonly agentId: string;
        readonly simulated: boolean;
        /**
         * Format: uuid
         * @description UUID.
         */
        readonly rollbackId: string;
        /**
         * Format: uuid
         * @description UUID.
         */
        readonly actionId: string | null;
        /**
         * Format: uuid
         * @description UUID.
         */
        readonly agentRollbackId: string | null;
        /** @enum {string} */
        readonly status: 'FINISHED';
        /** @description How many steps ended how. */
        readonly outcomes: {
          readonly ROLLED_BACK?: number;
          readonly ROLLBACK_FAILED?: number;
          readonly CONFLICT?: number;
          readonly IRREVERSIBLE?: number;
          readonly UNKNOWN?: number;
          readonly SKIPPED?: number;
        };
        /**
         * Format: date-time
         * @description ISO 8601, UTC, milliseconds.
         */
        readonly startedAt: string;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, milliseconds.
         */
        readonly finishedAt: string;
        /** @description Opens the dashboard. */
        readonly url: string;
      };
    };
    /** @description What a rollback would do now. */
    readonly RollbackPlan: {
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly sessionId: string;
      /** @enum {string} */
      readonly displayStatus:
        | 'ACTIVE'
        | 'COMPLETED'
        | 'ABANDONED'
        | 'AWAITING_APPROVAL'
        | 'ROLLING_BACK'
        | 'REVERTED'
        | 'PARTIALLY_REVERTED'
        | 'ROLLBACK_FAILED';
      readonly counters: components['schemas']['SessionCounters'];
      /** @enum {string} */
      readonly state: 'planned';
      /** @description What a rollback may name as `planHash`: of the whole plan, also where a part of it is shown. */
      readonly hash: string;
      readonly plan: readonly {
        /**
         * Format: uuid
         * @description UUID.
         */
        readonly actionId: string;
        /** @description `<connector>.<resource>.<verb>` */
        readonly apiName: string;
        readonly status: components['schemas']['ActionStatus'];
        /**
         * Format: uuid
         * @description A later call on the same resource, which is to be undone first.
         */
        readonly newerActionId: string | null;
        /**
         * Format: date-time
         * @description How long the provider lets it be undone; null: no limit.
         */
        readonly until: string | null;
        /** @enum {string} */
        readonly class: 'exact' | 'compensating' | 'impossible';
        /** @description The exact calls to the provider; for operators. */
        readonly calls: readonly string[];
        /** @description What will remain in the world afterwards; for operators. */
        readonly remains: readonly string[];
        /** @description Why it is impossible. */
        readonly reason: string | null;
      }[];
      /** @description Calls that only the agent says are reads: no connector knows their names. */
      readonly unverifiedReads: readonly {
        /**
         * Format: uuid
         * @description UUID.
         */
        readonly actionId: string;
        /** @description `<connector>.<resource>.<verb>` */
        readonly apiName: string;
      }[];
    };
    /** @description What a rollback did so far. */
    readonly RollbackReport: {
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly sessionId: string;
      /** @enum {string} */
      readonly displayStatus:
        | 'ACTIVE'
        | 'COMPLETED'
        | 'ABANDONED'
        | 'AWAITING_APPROVAL'
        | 'ROLLING_BACK'
        | 'REVERTED'
        | 'PARTIALLY_REVERTED'
        | 'ROLLBACK_FAILED';
      readonly counters: components['schemas']['SessionCounters'];
      /** @enum {string} */
      readonly state: 'running' | 'finished';
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly rollbackId: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly startedAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly finishedAt: string | null;
      readonly progress: {
        /** @description Steps that came to their end. */
        readonly finished: number;
        readonly total: number;
      };
      /** @description Last effect first. */
      readonly results: readonly {
        /**
         * Format: uuid
         * @description UUID.
         */
        readonly actionId: string;
        /** @description `<connector>.<resource>.<verb>` */
        readonly apiName: string;
        /**
         * @description Null while it is under way.
         * @enum {string|null}
         */
        readonly outcome:
          | 'ROLLED_BACK'
          | 'ROLLBACK_FAILED'
          | 'CONFLICT'
          | 'IRREVERSIBLE'
          | 'UNKNOWN'
          | 'SKIPPED'
          | null;
        /** @description A fixed code; the words are for operators. */
        readonly detail: string | null;
        /** @description For operators. */
        readonly items?: readonly components['schemas']['UndoneItem'][];
      }[];
      /** @description What a further rollback may name as `planHash`; null: it is running, or nothing is left to undo. */
      readonly hash: string | null;
      /** @description Calls that only the agent says are reads: no connector knows their names. */
      readonly unverifiedReads: readonly {
        /**
         * Format: uuid
         * @description UUID.
         */
        readonly actionId: string;
        /** @description `<connector>.<resource>.<verb>` */
        readonly apiName: string;
      }[];
    };
    /** @description A session as the service sees it. */
    readonly Session: {
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly id: string;
      /** @description The agent's own name, as it was given when the session was opened. */
      readonly agentId: string;
      /** @description What it was opened for, in words. */
      readonly intent: string;
      /** @enum {string} */
      readonly status: 'ACTIVE' | 'COMPLETED' | 'ABANDONED';
      /**
       * @description As shown to people: also tells what was undone.
       * @enum {string}
       */
      readonly displayStatus:
        | 'ACTIVE'
        | 'COMPLETED'
        | 'ABANDONED'
        | 'AWAITING_APPROVAL'
        | 'ROLLING_BACK'
        | 'REVERTED'
        | 'PARTIALLY_REVERTED'
        | 'ROLLBACK_FAILED';
      readonly counters: components['schemas']['SessionCounters'];
      /** @description Opened with a test key: no provider is called. */
      readonly simulated: boolean;
      readonly allowedCommands: {
        /** @description Whether there is anything left to roll back. */
        readonly rollbackSession: boolean;
      };
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly updatedAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly completedAt: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly lastActivityAt: string;
    };
    /** @description How many of a session's actions are in each status. */
    readonly SessionCounters: {
      /** @description Took effect, and was not undone. */
      readonly success: number;
      /** @description Did not take effect. */
      readonly failed: number;
      /** @description Waits for a person. */
      readonly pendingApproval: number;
      /** @description May run; its outcome is not reported yet. */
      readonly cleared: number;
      /** @description Undone, and read back. */
      readonly rolledBack: number;
      /** @description Could not be undone so far. */
      readonly rollbackFailed: number;
    };
    /** @description Whether a session does what it said. */
    readonly SessionIntent: {
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly sessionId: string;
      /** @enum {string} */
      readonly verdict: 'ALIGNED' | 'REVIEW' | 'DRIFTED' | 'INSUFFICIENT_EVIDENCE';
      readonly driftScore: number;
      readonly scopeAdherence: number | null;
      readonly targetAdherence: number | null;
      readonly effectSeverity: number | null;
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly driftOnsetActionId: string | null;
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly worstActionId: string | null;
      readonly evaluator: {
        readonly name: string;
        /** @description The scores are the last that could be found. */
        readonly failed: boolean;
      };
      readonly actions: readonly {
        /**
         * Format: uuid
         * @description UUID.
         */
        readonly actionId: string;
        readonly risk: number;
        readonly scopeAdherence: number | null;
        readonly targetAdherence: number | null;
        readonly effectSeverity: number;
        readonly reasons: readonly {
          readonly code: string;
          readonly message: string;
          /** @description Untrusted text of the call. */
          readonly evidence?: string;
        }[];
      }[];
    };
    /** @description The same as one line of a list. */
    readonly SessionIntentSummary: {
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly sessionId: string;
      /** @description The agent's own name, as it was given when the session was opened. */
      readonly agentId: string;
      readonly intent: string;
      readonly simulated: boolean;
      /** @enum {string} */
      readonly verdict: 'ALIGNED' | 'REVIEW' | 'DRIFTED' | 'INSUFFICIENT_EVIDENCE';
      readonly driftScore: number;
      readonly scopeAdherence: number | null;
      readonly targetAdherence: number | null;
      readonly effectSeverity: number | null;
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly driftOnsetActionId: string | null;
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly worstActionId: string | null;
      readonly evaluator: {
        readonly name: string;
        /** @description The scores are the last that could be found. */
        readonly failed: boolean;
      };
      readonly actions: number;
      readonly reasons: readonly {
        /**
         * Format: uuid
         * @description UUID.
         */
        readonly actionId: string;
        readonly code: string;
        readonly message: string;
        /** @description Untrusted text of the call. */
        readonly evidence?: string;
      }[];
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly evaluatedAt: string | null;
    };
    /** @description A session with all of its actions, in the order they were logged. */
    readonly SessionWithActions: {
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly id: string;
      /** @description The agent's own name, as it was given when the session was opened. */
      readonly agentId: string;
      /** @description What it was opened for, in words. */
      readonly intent: string;
      /** @enum {string} */
      readonly status: 'ACTIVE' | 'COMPLETED' | 'ABANDONED';
      /**
       * @description As shown to people: also tells what was undone.
       * @enum {string}
       */
      readonly displayStatus:
        | 'ACTIVE'
        | 'COMPLETED'
        | 'ABANDONED'
        | 'AWAITING_APPROVAL'
        | 'ROLLING_BACK'
        | 'REVERTED'
        | 'PARTIALLY_REVERTED'
        | 'ROLLBACK_FAILED';
      readonly counters: components['schemas']['SessionCounters'];
      /** @description Opened with a test key: no provider is called. */
      readonly simulated: boolean;
      readonly allowedCommands: {
        /** @description Whether there is anything left to roll back. */
        readonly rollbackSession: boolean;
      };
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly updatedAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly completedAt: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly lastActivityAt: string;
      readonly actions: readonly components['schemas']['Action'][];
    };
    /** @description Who signed in, and their token. */
    readonly SignedIn: {
      readonly token: string;
      readonly user: {
        /**
         * Format: uuid
         * @description UUID.
         */
        readonly id: string;
        readonly email: string;
        readonly name: string;
        readonly emailVerified: boolean;
      };
      readonly organization: {
        /**
         * Format: uuid
         * @description UUID.
         */
        readonly id: string;
        readonly name: string;
        /** @enum {string} */
        readonly plan: 'FREE' | 'PRO' | 'TEAM';
      };
    };
    readonly SimulatePolicyBody: {
      readonly apiNamePattern: string;
      readonly condition?: components['schemas']['Condition'] | null;
      /** @enum {string} */
      readonly action: 'ALLOW' | 'REQUIRE_APPROVAL' | 'BLOCK';
      readonly enabled?: boolean;
      readonly reason?: string | null;
      /** @enum {string} */
      readonly mode?: 'enforce' | 'shadow';
      readonly requiredApprovals?: number;
      readonly days?: number;
    };
    /** @description The state that a call was about to change. */
    readonly Snapshot: {
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly precaptureId: string;
      /** @description The call may run and cannot be undone. */
      readonly captureFailed: boolean;
      /** @description Why it failed: to agents a fixed code. */
      readonly reason: string | null;
      /** @description The names of what was captured; null where the capture failed. */
      readonly resource: components['schemas']['Json'];
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly capturedAt: string | null;
      /** @description For operators only. */
      readonly content?: components['schemas']['Json'];
    };
    /** @description A token that stands for an API key for 15 minutes. */
    readonly Token: {
      readonly token: string;
    };
    readonly TokenBody: {
      readonly apiKey: string;
    };
    /** @description One thing that an undo looked at. */
    readonly UndoneItem: {
      readonly resource: string;
      readonly formerly?: string;
      /** @enum {string} */
      readonly result: 'restored' | 'already-restored' | 'conflict' | 'forced' | 'impossible';
      readonly fields: readonly {
        readonly field: string;
        readonly before: components['schemas']['Json'];
        readonly after: components['schemas']['Json'];
        readonly now: components['schemas']['Json'];
        /** @enum {string} */
        readonly result: 'restored' | 'already-restored' | 'conflict' | 'forced' | 'untouched';
      }[];
    };
    /** @description The address is its user's. */
    readonly Verified: {
      readonly verified: boolean;
      readonly email: string;
    };
    /** @description A receiver of events. */
    readonly Webhook: {
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly id: string;
      /** @enum {string} */
      readonly kind: 'webhook' | 'slack' | 'email';
      readonly url: string | null;
      /** @description The types of events that it is told of. */
      readonly events: readonly string[];
      readonly description: string;
      readonly enabled: boolean;
      /** @enum {string|null} */
      readonly disabledReason: 'gone' | 'failing' | 'operator' | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly disabledAt: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly failingSince: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly updatedAt: string;
    };
    /** @description What is sent of webhook.test. */
    readonly WebhookTestEvent: {
      /**
       * Format: uuid
       * @description UUID.
       */
      readonly id: string;
      /** @constant */
      readonly type: 'webhook.test';
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds.
       */
      readonly timestamp: string;
      readonly data: {
        /**
         * Format: uuid
         * @description UUID.
         */
        readonly webhookId: string;
        /** @description Opens the dashboard. */
        readonly url: string;
      };
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  readonly frontPageRead: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description What is installed here. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly RateLimit?: string;
          readonly 'RateLimit-Policy'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['FrontPage'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
          readonly 'text/html': string;
        };
      };
    };
  };
  readonly frontPageReadHead: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The headers of the front page. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly RateLimit?: string;
          readonly 'RateLimit-Policy'?: string;
          readonly [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  readonly agentsList: {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description List agents. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          /** @description The next page, `rel="next"`. */
          readonly Link?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: readonly components['schemas']['Agent'][];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly agentsRegister: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description The same key and body never do anything twice, for 24 hours. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['RegisterAgentBody'];
      };
    };
    readonly responses: {
      /** @description Register an agent. */
      readonly 201: {
        headers: {
          readonly 'X-Request-Id'?: string;
          /** @description `true`: it was answered before. */
          readonly 'Idempotency-Replayed'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Agent'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly agentsGet: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Read an agent. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Agent'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly agentsChange: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'application/json': components['schemas']['ChangeAgentBody'];
      };
    };
    readonly responses: {
      /** @description Change, pause or resume an agent. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Agent'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly agentsRemove: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Delete an agent. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Deleted'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly agentsRollBack: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description The same key and body never do anything twice, for 24 hours. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['RollBackAgentBody'];
      };
    };
    readonly responses: {
      /** @description Undo what an agent did since a moment. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          /** @description `true`: it was answered before. */
          readonly 'Idempotency-Replayed'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['AgentRollback'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly apiKeysList: {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description List API keys. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          /** @description The next page, `rel="next"`. */
          readonly Link?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: readonly components['schemas']['ApiKey'][];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly apiKeysCreate: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['CreateApiKeyBody'];
      };
    };
    readonly responses: {
      /** @description Make an API key. */
      readonly 201: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly RateLimit?: string;
          readonly 'RateLimit-Policy'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['CreatedApiKey'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly apiKeysRevoke: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Revoke an API key. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Deleted'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly approvalsList: {
    readonly parameters: {
      readonly query?: {
        readonly status?: 'PENDING' | 'APPROVED' | 'REJECTED' | 'ALL';
        readonly agentId?: string;
        readonly connector?: string;
        readonly since?: string;
        readonly until?: string;
        readonly limit?: number;
        readonly cursor?: string;
        readonly wait?: number;
      };
      readonly header?: {
        /** @description The ETag of the answer that the client has. With `wait` the request is held until the list differs. */
        readonly 'If-None-Match'?: string;
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description List approvals, or wait for a change of the list. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          /** @description The next page, `rel="next"`. */
          readonly Link?: string;
          /** @description What identifies the state of the list. */
          readonly ETag?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: readonly components['schemas']['Approval'][];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly approvalsDecideAll: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description The same key and body never do anything twice, for 24 hours. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['DecisionsBody'];
      };
    };
    readonly responses: {
      /** @description Decide on several calls, each by itself. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          /** @description The next page, `rel="next"`. */
          readonly Link?: string;
          /** @description `true`: it was answered before. */
          readonly 'Idempotency-Replayed'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: readonly components['schemas']['Decided'][];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly grantsList: {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description List grants. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          /** @description The next page, `rel="next"`. */
          readonly Link?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: readonly components['schemas']['Grant'][];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly grantsRevoke: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Revoke a grant. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Deleted'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly approvalsGet: {
    readonly parameters: {
      readonly query?: {
        readonly wait?: number;
      };
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Read an approval, or wait for its decision. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['ApprovalDetail'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly approvalsApprove: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description The same key and body never do anything twice, for 24 hours. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'application/json': components['schemas']['ApproveBody'];
      };
    };
    readonly responses: {
      /** @description Approve a call. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          /** @description `true`: it was answered before. */
          readonly 'Idempotency-Replayed'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['ApprovalDetail'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly approvalsPreview: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['PreviewBody'];
      };
    };
    readonly responses: {
      /** @description The verdict that edited arguments would get. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['ApprovalPreview'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly approvalsReject: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description The same key and body never do anything twice, for 24 hours. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'application/json': components['schemas']['RejectBody'];
      };
    };
    readonly responses: {
      /** @description Reject a call. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          /** @description `true`: it was answered before. */
          readonly 'Idempotency-Replayed'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['ApprovalDetail'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly auditLogsList: {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description List what was changed. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          /** @description The next page, `rel="next"`. */
          readonly Link?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: readonly components['schemas']['AuditEntry'][];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly browserSessionBegin: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Sign a browser in. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly RateLimit?: string;
          readonly 'RateLimit-Policy'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['BrowserSession'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly browserSessionEnd: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Sign a browser out. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Deleted'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly recoveryForgot: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['ForgotPasswordBody'];
      };
    };
    readonly responses: {
      /** @description Ask for a link to set a new password. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly RateLimit?: string;
          readonly 'RateLimit-Policy'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Message'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly authLogin: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['LoginBody'];
      };
    };
    readonly responses: {
      /** @description Sign in. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly RateLimit?: string;
          readonly 'RateLimit-Policy'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['SignedIn'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly oAuthBeginA: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: never;
  };
  readonly oAuthFinishA: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: never;
  };
  readonly oAuthBeginB: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: never;
  };
  readonly oAuthFinishB: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: never;
  };
  readonly authRegister: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['RegisterBody'];
      };
    };
    readonly responses: {
      /** @description Make an account. */
      readonly 201: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly RateLimit?: string;
          readonly 'RateLimit-Policy'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['SignedIn'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly recoveryResend: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Send another link to verify the address. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Message'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly recoveryReset: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['ResetPasswordBody'];
      };
    };
    readonly responses: {
      /** @description Set a new password. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly RateLimit?: string;
          readonly 'RateLimit-Policy'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Message'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly authToken: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['TokenBody'];
      };
    };
    readonly responses: {
      /** @description Exchange an API key for a token. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly RateLimit?: string;
          readonly 'RateLimit-Policy'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Token'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly recoveryVerify: {
    readonly parameters: {
      readonly query: {
        readonly token: string;
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Verify an e-mail address. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly RateLimit?: string;
          readonly 'RateLimit-Policy'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Verified'];
        };
      };
    };
  };
  readonly billingPortal: {
    readonly parameters: {
      readonly query?: {
        readonly plan?: 'PRO' | 'TEAM';
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Where the bills are settled. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['BillingPortal'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly dashboardHome: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The dashboard. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly RateLimit?: string;
          readonly 'RateLimit-Policy'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'text/html': string;
        };
      };
    };
  };
  readonly dashboardHomeHead: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The headers of the dashboard. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly RateLimit?: string;
          readonly 'RateLimit-Policy'?: string;
          readonly [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  readonly dashboardFile: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly path: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description A page or a file of the dashboard. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly RateLimit?: string;
          readonly 'RateLimit-Policy'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'text/html': string;
          readonly 'text/javascript': string;
          readonly 'text/css': string;
          readonly 'application/json': components['schemas']['Json'];
          readonly 'application/manifest+json': string;
          readonly 'text/plain': string;
          readonly 'image/svg+xml': string;
          readonly 'image/png': string;
          readonly 'image/jpeg': string;
          readonly 'image/webp': string;
          readonly 'image/gif': string;
          readonly 'image/x-icon': string;
          readonly 'font/woff': string;
          readonly 'font/woff2': string;
          readonly 'application/wasm': string;
          readonly 'application/octet-stream': string;
        };
      };
    };
  };
  readonly dashboardFileHead: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly path: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The headers of a page or a file of the dashboard. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly RateLimit?: string;
          readonly 'RateLimit-Policy'?: string;
          readonly [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  readonly openApiRead: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description This definition, to read. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly RateLimit?: string;
          readonly 'RateLimit-Policy'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'text/html': string;
        };
      };
    };
  };
  readonly openApiFile: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly file: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description A file of that page. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly RateLimit?: string;
          readonly 'RateLimit-Policy'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'text/css; charset=utf-8': string;
          readonly 'text/javascript; charset=utf-8': string;
        };
      };
    };
  };
  readonly errorsRead: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly code: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description What a problem means. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly RateLimit?: string;
          readonly 'RateLimit-Policy'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['ProblemEntry'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
          readonly 'text/html': string;
        };
      };
    };
  };
  readonly healthHealth: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Whether the service could answer a request. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Health'];
        };
      };
    };
  };
  readonly meGet: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Read who is signed in. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Me'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly deletionDelete: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Delete the account. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly RateLimit?: string;
          readonly 'RateLimit-Policy'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Deleted'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly meRename: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['ChangeMeBody'];
      };
    };
    readonly responses: {
      /** @description Change the name of who is signed in. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Me'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly metricsRead: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Read the figures of the organization. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Metrics'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly openApiDefine: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description This definition. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly RateLimit?: string;
          readonly 'RateLimit-Policy'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['JsonObject'];
        };
      };
    };
  };
  readonly policiesList: {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description List policies. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          /** @description The next page, `rel="next"`. */
          readonly Link?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: readonly components['schemas']['Policy'][];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly policiesCreate: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description The same key and body never do anything twice, for 24 hours. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['CreatePolicyBody'];
      };
    };
    readonly responses: {
      /** @description Make a policy. */
      readonly 201: {
        headers: {
          readonly 'X-Request-Id'?: string;
          /** @description `true`: it was answered before. */
          readonly 'Idempotency-Replayed'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Policy'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly simulationSimulate: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['SimulatePolicyBody'];
      };
    };
    readonly responses: {
      /** @description Try a draft policy on past calls. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly RateLimit?: string;
          readonly 'RateLimit-Policy'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['PolicySimulation'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly policiesChange: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'application/json': components['schemas']['ChangePolicyBody'];
      };
    };
    readonly responses: {
      /** @description Change a policy. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Policy'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly policiesRemove: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Delete a policy. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Deleted'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly policiesToggle: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Switch a policy on or off. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Policy'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly registryList: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description List the operations that connectors know. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          /** @description The next page, `rel="next"`. */
          readonly Link?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: readonly components['schemas']['RegistryEntry'][];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly sessionsList: {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
        readonly agentId?: string;
        readonly status?:
          | 'ACTIVE'
          | 'COMPLETED'
          | 'ABANDONED'
          | 'AWAITING_APPROVAL'
          | 'ROLLING_BACK'
          | 'REVERTED'
          | 'PARTIALLY_REVERTED'
          | 'ROLLBACK_FAILED';
        readonly dirty?: boolean;
        readonly drift?: 'ALIGNED' | 'REVIEW' | 'DRIFTED' | 'INSUFFICIENT_EVIDENCE';
        readonly since?: string;
        readonly until?: string;
        readonly text?: string;
        readonly wait?: number;
      };
      readonly header?: {
        /** @description The ETag of the answer that the client has. With `wait` the request is held until the list differs. */
        readonly 'If-None-Match'?: string;
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description List sessions, or wait for the list to change. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          /** @description The next page, `rel="next"`. */
          readonly Link?: string;
          /** @description What identifies the state of the list. */
          readonly ETag?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: readonly components['schemas']['Session'][];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly sessionsCreate: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description The same key and body never do anything twice, for 24 hours. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['CreateSessionBody'];
      };
    };
    readonly responses: {
      /** @description Open a session. */
      readonly 201: {
        headers: {
          readonly 'X-Request-Id'?: string;
          /** @description `true`: it was answered before. */
          readonly 'Idempotency-Replayed'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Session'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly dirtyList: {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description List sessions to look at. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          /** @description The next page, `rel="next"`. */
          readonly Link?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: readonly components['schemas']['DirtySession'][];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly intentSummarizeAll: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description How the sessions kept to their intents. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['OrganizationIntent'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly actionsRead: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Read a session with its actions. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['SessionWithActions'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly sessionsComplete: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['CompleteSessionBody'];
      };
    };
    readonly responses: {
      /** @description Complete a session. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Session'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly actionsPage: {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: number;
      };
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Read a session's actions in pages. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          /** @description The next page, `rel="next"`. */
          readonly Link?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: readonly components['schemas']['Action'][];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly actionsLog: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description The same key and body never do anything twice, for 24 hours. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['LogActionBody'];
      };
    };
    readonly responses: {
      /** @description Ask before a call, or report one that ran. */
      readonly 201: {
        headers: {
          readonly 'X-Request-Id'?: string;
          /** @description `true`: it was answered before. */
          readonly 'Idempotency-Replayed'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Action'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly actionsPrecapture: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description The same key and body never do anything twice, for 24 hours. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['PrecaptureBody'];
      };
    };
    readonly responses: {
      /** @description Capture what a call will change. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          /** @description `true`: it was answered before. */
          readonly 'Idempotency-Replayed'?: string;
          readonly RateLimit?: string;
          readonly 'RateLimit-Policy'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Precapture'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly actionsConfirm: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
        readonly actionId: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['ConfirmActionBody'];
      };
    };
    readonly responses: {
      /** @description Say what became of a call. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Action'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly rollbackAction: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description The same key and body never do anything twice, for 24 hours. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly path: {
        readonly id: string;
        readonly actionId: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'application/json': components['schemas']['RollbackBody'];
      };
    };
    readonly responses: {
      /** @description Undo one action. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          /** @description `true`: it was answered before. */
          readonly 'Idempotency-Replayed'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['RollbackReport'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly dirtyGet: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Whether to look at a session. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['DirtySession'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly intentRead: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Whether a session does what it said. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['SessionIntent'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly intentSummarize: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The same in short. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['SessionIntentSummary'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly purgePurge: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Delete a session for good. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly RateLimit?: string;
          readonly 'RateLimit-Policy'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Deleted'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly rollbackShow: {
    readonly parameters: {
      readonly query?: {
        readonly after?: number;
        readonly limit?: number;
      };
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Read the plan, the progress or the report. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['RollbackReport'] | components['schemas']['RollbackPlan'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly rollbackSession: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description The same key and body never do anything twice, for 24 hours. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'application/json': components['schemas']['RollbackBody'];
      };
    };
    readonly responses: {
      /** @description Roll back a session. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          /** @description `true`: it was answered before. */
          readonly 'Idempotency-Replayed'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['RollbackReport'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly connectorHealthCheck: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Whether every connector reaches its provider. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          /** @description The next page, `rel="next"`. */
          readonly Link?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: readonly components['schemas']['ConnectorHealth'][];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly credentialsList: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description List stored credentials. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          /** @description The next page, `rel="next"`. */
          readonly Link?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: readonly components['schemas']['Credential'][];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly credentialsValidate: {
    readonly parameters: {
      readonly query: {
        readonly connectors: string;
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Which connectors an agent may count on. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly RateLimit?: string;
          readonly 'RateLimit-Policy'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['CredentialsCheck'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly credentialsPut: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly connector: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['PutCredentialBody'];
      };
    };
    readonly responses: {
      /** @description Store a credential. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly RateLimit?: string;
          readonly 'RateLimit-Policy'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Credential'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly credentialsRemove: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly connector: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Delete a credential. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly RateLimit?: string;
          readonly 'RateLimit-Policy'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Deleted'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly webhooksList: {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description List receivers of events. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          /** @description The next page, `rel="next"`. */
          readonly Link?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: readonly components['schemas']['Webhook'][];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly webhooksCreate: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description The same key and body never do anything twice, for 24 hours. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'application/json': components['schemas']['CreateWebhookBody'];
      };
    };
    readonly responses: {
      /** @description Register a receiver of events. */
      readonly 201: {
        headers: {
          readonly 'X-Request-Id'?: string;
          /** @description `true`: it was answered before. */
          readonly 'Idempotency-Replayed'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['CreatedWebhook'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly webhooksRemove: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Delete a receiver. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Deleted'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly webhooksChange: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['ChangeWebhookBody'];
      };
    };
    readonly responses: {
      /** @description Switch a receiver on or off. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Webhook'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly webhooksDeliveries: {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description List what was sent to a receiver. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          /** @description The next page, `rel="next"`. */
          readonly Link?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: readonly components['schemas']['Delivery'][];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly webhooksTest: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description The same key and body never do anything twice, for 24 hours. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Send a test to a receiver. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          /** @description `true`: it was answered before. */
          readonly 'Idempotency-Replayed'?: string;
          readonly RateLimit?: string;
          readonly 'RateLimit-Policy'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Delivery'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly teamList: {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description List invitations that can still be accepted. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          /** @description The next page, `rel="next"`. */
          readonly Link?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: readonly components['schemas']['Invitation'][];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly teamInvite: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description The same key and body never do anything twice, for 24 hours. */
        readonly 'Idempotency-Key'?: string;
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['InviteBody'];
      };
    };
    readonly responses: {
      /** @description Invite a person by mail. */
      readonly 201: {
        headers: {
          readonly 'X-Request-Id'?: string;
          /** @description `true`: it was answered before. */
          readonly 'Idempotency-Replayed'?: string;
          readonly RateLimit?: string;
          readonly 'RateLimit-Policy'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Invitation'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly teamAccept: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['AcceptInvitationBody'];
      };
    };
    readonly responses: {
      /** @description Accept an invitation: with a new account, or with the token of one. */
      readonly 201: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly RateLimit?: string;
          readonly 'RateLimit-Policy'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['SignedIn'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly teamRevoke: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Take an invitation back. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Deleted'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly meTeam: {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description List the members of the organization. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          /** @description The next page, `rel="next"`. */
          readonly Link?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: readonly components['schemas']['Member'][];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly teamRemove: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Remove a member. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly data: components['schemas']['Deleted'];
            readonly error: null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds.
             */
            readonly timestamp: string;
          };
        };
      };
    };
  };
  readonly billingReceive: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['JsonObject'];
      };
    };
    readonly responses: {
      /** @description Take an event of Stripe. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id'?: string;
          readonly RateLimit?: string;
          readonly 'RateLimit-Policy'?: string;
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Received'];
        };
      };
    };
  };
  readonly onApprovalRequested: {
    readonly parameters: {
      readonly query?: never;
      readonly header: {
        readonly 'webhook-id': string;
        readonly 'webhook-timestamp': string;
        readonly 'webhook-signature': string;
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['ApprovalRequestedEvent'];
      };
    };
    readonly responses: {
      /** @description The event was taken. */
      readonly '2XX': {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event is sent again later. */
      readonly default: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  readonly onApprovalDecided: {
    readonly parameters: {
      readonly query?: never;
      readonly header: {
        readonly 'webhook-id': string;
        readonly 'webhook-timestamp': string;
        readonly 'webhook-signature': string;
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['ApprovalDecidedEvent'];
      };
    };
    readonly responses: {
      /** @description The event was taken. */
      readonly '2XX': {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event is sent again later. */
      readonly default: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  readonly onApprovalExpired: {
    readonly parameters: {
      readonly query?: never;
      readonly header: {
        readonly 'webhook-id': string;
        readonly 'webhook-timestamp': string;
        readonly 'webhook-signature': string;
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['ApprovalExpiredEvent'];
      };
    };
    readonly responses: {
      /** @description The event was taken. */
      readonly '2XX': {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event is sent again later. */
      readonly default: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  readonly onActionBlocked: {
    readonly parameters: {
      readonly query?: never;
      readonly header: {
        readonly 'webhook-id': string;
        readonly 'webhook-timestamp': string;
        readonly 'webhook-signature': string;
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['ActionBlockedEvent'];
      };
    };
    readonly responses: {
      /** @description The event was taken. */
      readonly '2XX': {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event is sent again later. */
      readonly default: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  readonly onRollbackFinished: {
    readonly parameters: {
      readonly query?: never;
      readonly header: {
        readonly 'webhook-id': string;
        readonly 'webhook-timestamp': string;
        readonly 'webhook-signature': string;
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['RollbackFinishedEvent'];
      };
    };
    readonly responses: {
      /** @description The event was taken. */
      readonly '2XX': {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event is sent again later. */
      readonly default: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  readonly onWebhookTest: {
    readonly parameters: {
      readonly query?: never;
      readonly header: {
        readonly 'webhook-id': string;
        readonly 'webhook-timestamp': string;
        readonly 'webhook-signature': string;
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['WebhookTestEvent'];
      };
    };
    readonly responses: {
      /** @description The event was taken. */
      readonly '2XX': {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event is sent again later. */
      readonly default: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}
