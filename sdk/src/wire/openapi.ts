// Made by `npm run generate -- openapi` from openapi.json.
import type { Json, JsonObject } from '../json.js';

/** @internal */
export interface paths {
    readonly "/": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the version and links to other pages
         * @description It needs no credential. At most 60 in 60 s for one address.
         */
        readonly get: operations["frontPageRead"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        /**
         * The headers of the front page
         * @description It needs no credential. At most 60 in 60 s for one address.
         */
        readonly head: operations["frontPageReadHead"];
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/agents": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List agents
         * @description For operators with `read-agents`.
         */
        readonly get: operations["agentsList"];
        readonly put?: never;
        /**
         * Register an agent
         * @description For operators with `manage-agents`.
         */
        readonly post: operations["agentsRegister"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/agents/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read an agent
         * @description For operators with `read-agents`.
         */
        readonly get: operations["agentsGet"];
        /**
         * Change, pause or resume an agent
         * @description For operators with `manage-agents`.
         */
        readonly put: operations["agentsChange"];
        readonly post?: never;
        /**
         * Delete an agent
         * @description For operators with `manage-agents`.
         */
        readonly delete: operations["agentsRemove"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/agents/{id}/rollback": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Plan a rollback of an agent since a time
         * @description For operators with `read-sessions`. Plan PRO.
         */
        readonly get: operations["agentsPlanRollback"];
        readonly put?: never;
        /**
         * Roll back an agent since a time
         * @description For operators with `roll-back`. Plan PRO.
         */
        readonly post: operations["agentsRollBack"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api-keys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List API keys
         * @description For operators with `read-api-keys`.
         */
        readonly get: operations["apiKeysList"];
        readonly put?: never;
        /**
         * Create an API key
         * @description For operators with `manage-api-keys`. At most 10 in 900 s for one organization.
         */
        readonly post: operations["apiKeysCreate"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api-keys/{id}": {
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
         * @description For operators with `manage-api-keys`.
         */
        readonly delete: operations["apiKeysRevoke"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/approvals": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List approvals, or wait until the list changes
         * @description For operators with `read-approvals`. Plan PRO.
         */
        readonly get: operations["approvalsList"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/approvals/decisions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Decide on several approvals
         * @description For operators with `decide-approvals`. Plan PRO.
         */
        readonly post: operations["approvalsDecideAll"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/approvals/grants": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List grants
         * @description For operators with `read-grants`. Plan PRO.
         */
        readonly get: operations["grantsList"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/approvals/grants/{id}": {
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
         * @description For operators with `revoke-grants`. Plan PRO.
         */
        readonly delete: operations["grantsRevoke"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/approvals/{id}": {
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
        readonly get: operations["approvalsGet"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/approvals/{id}/approve": {
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
         * @description For operators with `decide-approvals`. Plan PRO.
         */
        readonly post: operations["approvalsApprove"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/approvals/{id}/note": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Write or remove a note for other operators
         * @description For operators with `decide-approvals`. Plan PRO.
         */
        readonly put: operations["handoverNote"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/approvals/{id}/preview": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Preview the verdict on edited arguments
         * @description For operators with `decide-approvals`. Plan PRO.
         */
        readonly post: operations["approvalsPreview"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/approvals/{id}/reject": {
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
         * @description For operators with `decide-approvals`. Plan PRO.
         */
        readonly post: operations["approvalsReject"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/approvals/{id}/revoke": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Take an approval back before its call begins
         * @description For operators with `decide-approvals`. Plan PRO.
         */
        readonly post: operations["approvalsRevoke"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/approvals/{id}/viewers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Record that you view an approval, and list its viewers
         * @description For operators with `read-approvals`. Plan PRO.
         */
        readonly put: operations["handoverView"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/approvals/{id}/withdraw": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Withdraw a waiting call
         * @description An API key or an operator may call it.
         */
        readonly post: operations["approvalsWithdraw"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/attention": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List what needs an operator now
         * @description For operators with `read-attention`.
         */
        readonly get: operations["attentionRead"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/audit-logs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List audit log entries
         * @description For operators with `read-audit-log`. Plan TEAM.
         */
        readonly get: operations["auditLogsList"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/browser-session": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Sign in a browser
         * @description For operators with `manage-own-account`. At most 60 in 900 s for one organization.
         */
        readonly post: operations["browserSessionBegin"];
        /**
         * Sign out a browser
         * @description For operators with `manage-own-account`.
         */
        readonly delete: operations["browserSessionEnd"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/forgot-password": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Request a link to set a new password
         * @description It needs no credential. At most 20 in 900 s for one address.
         */
        readonly post: operations["recoveryForgot"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/login": {
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
         * @description It needs no credential. At most 20 in 900 s for one address.
         */
        readonly post: operations["authLogin"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/oauth-a": {
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
        readonly get: operations["oAuthBeginA"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/oauth-a/callback": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Finish a sign-in through the first identity provider
         * @description It needs no credential.
         */
        readonly get: operations["oAuthFinishA"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/oauth-b": {
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
        readonly get: operations["oAuthBeginB"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/oauth-b/callback": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Finish a sign-in through the second identity provider
         * @description It needs no credential.
         */
        readonly get: operations["oAuthFinishB"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/register": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Create an account
         * @description It needs no credential. At most 20 in 900 s for one address.
         */
        readonly post: operations["authRegister"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/resend-verification": {
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
         * @description For operators with `manage-own-account`.
         */
        readonly post: operations["recoveryResend"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/reset-password": {
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
         * @description It needs no credential. At most 20 in 900 s for one address.
         */
        readonly post: operations["recoveryReset"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/token": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Exchange an API key for a short-lived token
         * @description It needs no credential. At most 60 in 60 s for one address.
         */
        readonly post: operations["authToken"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/verify-email": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Verify an e-mail address
         * @description It needs no credential. At most 20 in 900 s for one address.
         */
        readonly get: operations["recoveryVerify"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/billing/portal": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Link to the billing portal or the checkout of Stripe
         * @description For operators with `manage-billing`.
         */
        readonly get: operations["billingPortal"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The dashboard
         * @description It needs no credential. At most 600 in 60 s for one address.
         */
        readonly get: operations["dashboardHome"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        /**
         * The headers of the dashboard
         * @description It needs no credential. At most 600 in 60 s for one address.
         */
        readonly head: operations["dashboardHomeHead"];
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/dashboard/{path}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * A page or a file of the dashboard
         * @description It needs no credential. At most 600 in 60 s for one address.
         */
        readonly get: operations["dashboardFile"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        /**
         * The headers of a page or a file of the dashboard
         * @description It needs no credential. At most 600 in 60 s for one address.
         */
        readonly head: operations["dashboardFileHead"];
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/docs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Show the OpenAPI definition as a page
         * @description It needs no credential. At most 60 in 60 s for one address.
         */
        readonly get: operations["openApiRead"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/docs/{file}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a file of that page
         * @description It needs no credential. At most 300 in 60 s for one address.
         */
        readonly get: operations["openApiFile"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/errors/{code}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Explain a problem
         * @description It needs no credential. At most 60 in 60 s for one address.
         */
        readonly get: operations["errorsRead"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/export/actions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Export actions as lines of JSON
         * @description For operators with `read-sessions`. At most 60 in 60 s for one organization.
         */
        readonly get: operations["actionExportActions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/health": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Check that the service works
         * @description It needs no credential.
         */
        readonly get: operations["healthHealth"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/health/live": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Check that the process runs, without its database
         * @description It needs no credential.
         */
        readonly get: operations["healthLive"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/health/ready": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Check whether the process accepts new requests
         * @description It needs no credential.
         */
        readonly get: operations["healthReady"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/mcp": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Listen for MCP messages, or resume a stream
         * @description An API key may call it.
         */
        readonly get: operations["mcpListen"];
        readonly put?: never;
        /**
         * Send an MCP message
         * @description An API key may call it.
         */
        readonly post: operations["mcpPost"];
        /**
         * End an MCP session
         * @description An API key may call it.
         */
        readonly delete: operations["mcpEnd"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/me": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read your account
         * @description For operators with `manage-own-account`.
         */
        readonly get: operations["meGet"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete the account
         * @description For operators with `manage-own-account`. At most 3 in 3600 s for one organization.
         */
        readonly delete: operations["deletionDelete"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Change your name
         * @description For operators with `manage-own-account`.
         */
        readonly patch: operations["meRename"];
        readonly trace?: never;
    };
    readonly "/me/sessions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the browser sessions of the operator
         * @description For operators with `manage-own-account`.
         */
        readonly get: operations["mySessionsList"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/me/sessions/{id}": {
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
         * Sign out one of these browsers
         * @description For operators with `manage-own-account`.
         */
        readonly delete: operations["mySessionsEnd"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/me/tokens": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the personal tokens of the operator
         * @description For operators with `manage-own-account`.
         */
        readonly get: operations["personalTokensList"];
        readonly put?: never;
        /**
         * Create a personal token
         * @description For operators with `manage-own-account`. At most 10 in 900 s for one organization.
         */
        readonly post: operations["personalTokensCreate"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/me/tokens/{id}": {
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
         * Revoke a personal token
         * @description For operators with `manage-own-account`.
         */
        readonly delete: operations["personalTokensRevoke"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/metrics": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the figures of the organization
         * @description For operators with `read-metrics`.
         */
        readonly get: operations["metricsRead"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/openapi.json": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the OpenAPI definition
         * @description It needs no credential. At most 60 in 60 s for one address.
         */
        readonly get: operations["openApiDefine"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/policies": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List policies
         * @description For operators with `read-policies`. Plan TEAM.
         */
        readonly get: operations["policiesList"];
        readonly put?: never;
        /**
         * Create a policy
         * @description For operators with `manage-policies`. Plan TEAM.
         */
        readonly post: operations["policiesCreate"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/policies/advice": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Suggest policies from past calls and decisions
         * @description For operators with `read-policies`. Plan TEAM. At most 30 in 60 s for one organization.
         */
        readonly get: operations["adviceRead"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/policies/changes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Change several policies together
         * @description For operators with `manage-policies`. Plan TEAM.
         */
        readonly post: operations["policySetChange"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/policies/simulate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Simulate a draft policy on past calls
         * @description For operators with `read-policies`. Plan TEAM. At most 30 in 60 s for one organization.
         */
        readonly post: operations["simulationSimulate"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/policies/state": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read all policies and their state
         * @description For operators with `read-policies`. Plan TEAM.
         */
        readonly get: operations["policySetRead"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/policies/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Change a policy
         * @description For operators with `manage-policies`. Plan TEAM.
         */
        readonly put: operations["policiesChange"];
        readonly post?: never;
        /**
         * Delete a policy
         * @description For operators with `manage-policies`. Plan TEAM.
         */
        readonly delete: operations["policiesRemove"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/policies/{id}/statistics": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the statistics of a policy
         * @description For operators with `read-policies`. Plan TEAM.
         */
        readonly get: operations["policyStatisticsRead"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/policies/{id}/toggle": {
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
         * Enable or disable a policy
         * @description For operators with `manage-policies`. Plan TEAM.
         */
        readonly patch: operations["policiesToggle"];
        readonly trace?: never;
    };
    readonly "/registry": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the operations of all connectors
         * @description An API key or an operator may call it.
         */
        readonly get: operations["registryList"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sdk/{file}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The packed SDK
         * @description It needs no credential. At most 60 in 60 s for one address.
         */
        readonly get: operations["sdkPackageRead"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sessions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List sessions, or wait until the list changes
         * @description For operators with `read-sessions`.
         */
        readonly get: operations["sessionsList"];
        readonly put?: never;
        /**
         * Open a session
         * @description An API key or an operator may call it.
         */
        readonly post: operations["sessionsCreate"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sessions/dirty": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List sessions that need attention
         * @description For operators with `read-sessions`. Plan PRO.
         */
        readonly get: operations["dirtyList"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sessions/intent/feedback": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the feedback on sessions and calls
         * @description For operators with `read-sessions`. Plan TEAM.
         */
        readonly get: operations["feedbackList"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sessions/intent/summary": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a summary of intent for all sessions
         * @description For operators with `read-sessions`. Plan TEAM.
         */
        readonly get: operations["intentSummarizeAll"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sessions/{id}": {
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
        readonly get: operations["actionsRead"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Complete a session
         * @description An API key or an operator may call it.
         */
        readonly patch: operations["sessionsComplete"];
        readonly trace?: never;
    };
    readonly "/sessions/{id}/actions": {
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
        readonly get: operations["actionsPage"];
        readonly put?: never;
        /**
         * Ask before a call, or report one that ran
         * @description An API key or an operator may call it.
         */
        readonly post: operations["actionsLog"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sessions/{id}/actions/precapture": {
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
         * @description An API key or an operator may call it. At most 120 in 60 s for one organization.
         */
        readonly post: operations["actionsPrecapture"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sessions/{id}/actions/{actionId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read an action, or wait until it changes
         * @description An API key or an operator may call it.
         */
        readonly get: operations["actionsAction"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Begin a call, or report its outcome
         * @description An API key or an operator may call it.
         */
        readonly patch: operations["actionsConfirm"];
        readonly trace?: never;
    };
    readonly "/sessions/{id}/actions/{actionId}/cancel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Cancel a performed call
         * @description An API key or an operator may call it.
         */
        readonly post: operations["callsCancel"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sessions/{id}/actions/{actionId}/erase": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Erase the arguments and the answer of a call
         * @description For operators with `erase-calls`.
         */
        readonly post: operations["callErasureErase"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sessions/{id}/actions/{actionId}/rollback": {
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
         * @description For operators with `roll-back`.
         */
        readonly post: operations["rollbackAction"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sessions/{id}/actions/{actionId}/settle": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Settle the effect of a call
         * @description For operators with `settle-effects`.
         */
        readonly post: operations["settlementSettle"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sessions/{id}/dirty": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Check whether a session needs an operator
         * @description For operators with `read-sessions`.
         */
        readonly get: operations["dirtyGet"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sessions/{id}/intent": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read how a session follows its intent
         * @description For operators with `read-sessions`. Plan TEAM.
         */
        readonly get: operations["intentRead"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sessions/{id}/intent/feedback": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Mark a session or call as fine or as drift
         * @description For operators with `mark-intent`. Plan TEAM. At most 120 in 60 s for one organization.
         */
        readonly post: operations["feedbackMark"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sessions/{id}/intent/summary": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a summary of a session's intent
         * @description For operators with `read-sessions`. Plan TEAM.
         */
        readonly get: operations["intentSummarize"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sessions/{id}/purge": {
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
         * Delete a session permanently
         * @description For operators with `purge-sessions`. Plan PRO. At most 5 in 900 s for one organization.
         */
        readonly delete: operations["purgePurge"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sessions/{id}/rollback": {
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
        readonly get: operations["rollbackShow"];
        readonly put?: never;
        /**
         * Roll back a session
         * @description An API key or an operator may call it.
         */
        readonly post: operations["rollbackSession"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sessions/{id}/rollback/{rollbackId}/revert": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the plan of a revert
         * @description For operators with `roll-back`.
         */
        readonly get: operations["revertPlan"];
        readonly put?: never;
        /**
         * Revert a rollback
         * @description For operators with `roll-back`.
         */
        readonly post: operations["revertStart"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/settings/connectors/health": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Check the connection to each provider
         * @description For operators with `read-credentials`. Plan PRO.
         */
        readonly get: operations["connectorHealthCheck"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/settings/credentials": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List stored credentials
         * @description For operators with `read-credentials`.
         */
        readonly get: operations["credentialsList"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/settings/credentials/validate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Check which connectors are configured
         * @description An API key or an operator may call it. At most 30 in 60 s for one organization.
         */
        readonly get: operations["credentialsValidate"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/settings/credentials/{connector}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Store a credential
         * @description For operators with `manage-credentials`. Plan PRO. At most 15 in 900 s for one organization.
         */
        readonly put: operations["credentialsPut"];
        readonly post?: never;
        /**
         * Delete a credential
         * @description For operators with `manage-credentials`. Plan PRO. At most 15 in 900 s for one organization.
         */
        readonly delete: operations["credentialsRemove"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/settings/credentials/{connector}/trial": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Test an undo on one table
         * @description For operators with `manage-credentials`. Plan PRO. At most 30 in 60 s for one organization.
         */
        readonly get: operations["credentialsTryOn"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/settings/intent": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the alarm budget
         * @description For operators with `manage-intent`. Plan TEAM.
         */
        readonly get: operations["intentSettingsRead"];
        /**
         * Change the alarm budget
         * @description For operators with `manage-intent`. Plan TEAM.
         */
        readonly put: operations["intentSettingsChange"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/settings/policies": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the default for calls that no policy matches
         * @description For operators with `read-policies`. Plan TEAM.
         */
        readonly get: operations["policySettingsRead"];
        /**
         * Change the default for calls that no policy matches
         * @description For operators with `manage-policies`. Plan TEAM.
         */
        readonly put: operations["policySettingsChange"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/settings/redaction": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the redaction rules
         * @description For operators with `read-redaction`. Plan TEAM.
         */
        readonly get: operations["redactionRead"];
        /**
         * Change the redaction rules
         * @description For operators with `manage-redaction`. Plan TEAM.
         */
        readonly put: operations["redactionChange"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/settings/webhooks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List receivers of events
         * @description For operators with `read-webhooks`. Plan PRO.
         */
        readonly get: operations["webhooksList"];
        readonly put?: never;
        /**
         * Register a receiver of events
         * @description For operators with `manage-webhooks`. Plan PRO.
         */
        readonly post: operations["webhooksCreate"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/settings/webhooks/{id}": {
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
         * @description For operators with `manage-webhooks`. Plan PRO.
         */
        readonly delete: operations["webhooksRemove"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Enable or disable a receiver
         * @description For operators with `manage-webhooks`. Plan PRO.
         */
        readonly patch: operations["webhooksChange"];
        readonly trace?: never;
    };
    readonly "/settings/webhooks/{id}/deliveries": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the deliveries to a receiver
         * @description For operators with `read-webhooks`. Plan PRO.
         */
        readonly get: operations["webhooksDeliveries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/settings/webhooks/{id}/test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send a test event to a receiver
         * @description For operators with `manage-webhooks`. Plan PRO. At most 30 in 60 s for one organization.
         */
        readonly post: operations["webhooksTest"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/team/groups": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List groups of members
         * @description For operators with `read-groups`. Plan TEAM.
         */
        readonly get: operations["groupsList"];
        readonly put?: never;
        /**
         * Create a group
         * @description For operators with `manage-groups`. Plan TEAM.
         */
        readonly post: operations["groupsCreate"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/team/groups/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Change a group
         * @description For operators with `manage-groups`. Plan TEAM.
         */
        readonly put: operations["groupsChange"];
        readonly post?: never;
        /**
         * Delete a group
         * @description For operators with `manage-groups`. Plan TEAM.
         */
        readonly delete: operations["groupsRemove"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/team/invitations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List invitations that can still be accepted
         * @description For operators with `manage-members`.
         */
        readonly get: operations["teamList"];
        readonly put?: never;
        /**
         * Invite a person by mail
         * @description For operators with `manage-members`. Plan TEAM. At most 20 in 900 s for one organization.
         */
        readonly post: operations["teamInvite"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/team/invitations/accept": {
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
         * @description It needs no credential. At most 20 in 900 s for one address.
         */
        readonly post: operations["teamAccept"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/team/invitations/{id}": {
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
         * Revoke an invitation
         * @description For operators with `manage-members`.
         */
        readonly delete: operations["teamRevoke"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/team/members": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the members of the organization
         * @description For operators with `read-members`. Plan TEAM.
         */
        readonly get: operations["meTeam"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/team/members/{id}": {
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
         * @description For operators with `manage-members`.
         */
        readonly delete: operations["teamRemove"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/webhooks/billing": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Receive an event from Stripe
         * @description It needs no credential. At most 300 in 60 s for one address.
         */
        readonly post: operations["billingReceive"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
/** @internal */
export interface webhooks {
    readonly "approval.requested": {
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
        readonly post: operations["onApprovalRequested"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "approval.decided": {
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
        readonly post: operations["onApprovalDecided"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "approval.expired": {
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
        readonly post: operations["onApprovalExpired"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "action.blocked": {
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
        readonly post: operations["onActionBlocked"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "rollback.finished": {
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
        readonly post: operations["onRollbackFinished"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "rollback.reverted": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Sent to receivers of rollback.reverted
         * @description Signed as Standard Webhooks say. The same event may come more than once.
         */
        readonly post: operations["onRollbackReverted"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "webhook.test": {
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
        readonly post: operations["onWebhookTest"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export interface components {
    schemas: {
        /** @internal */
        readonly AcceptInvitationBody: {
            readonly token: string;
            readonly password?: string;
            readonly name?: string;
        };
        /** @description A call as the service recorded it. */
        readonly Action: {
            readonly id: components["schemas"]["Id"];
            readonly sessionId: components["schemas"]["Id"];
            /** @description The order in which calls were logged, without gaps. */
            readonly sequence: number;
            /** @description The order in which effects were confirmed. */
            readonly effectSequence: number | null;
            /** @description `<connector>.<resource>.<verb>` */
            readonly apiName: string;
            /** @description The call as one sentence of at most 80 characters; in reads. */
            readonly summary?: string;
            readonly toolCallId: components["schemas"]["ToolCallId"];
            readonly traceparent: components["schemas"]["Traceparent"];
            readonly operationType: components["schemas"]["OperationType"];
            /** @description Its arguments, as they ran or may run. */
            readonly payload: components["schemas"]["JsonObject"];
            /** @description The payload as asked for; null unless an approver edited it. */
            readonly originalPayload: components["schemas"]["JsonObject"] | null;
            /** @description The changes of an operator; null where there are none. */
            readonly edited: {
                readonly from: components["schemas"]["JsonObject"];
                readonly to: components["schemas"]["JsonObject"];
                /** @constant */
                readonly by: "operator";
                readonly reason: string | null;
            } | null;
            /** @description The answer of the provider; null before that. */
            readonly response: components["schemas"]["Json"];
            readonly status: components["schemas"]["ActionStatus"];
            readonly precaptureId: components["schemas"]["Id"] | null;
            readonly snapshot: components["schemas"]["Snapshot"] | null;
            /** @description The snapshot from before a decision, if another one replaced it. */
            readonly formerSnapshot: components["schemas"]["Snapshot"] | null;
            /** @description The question to an operator; null where none was asked. */
            readonly approval: {
                readonly id: components["schemas"]["Id"];
                /** @enum {string} */
                readonly status: "PENDING" | "APPROVED" | "REJECTED";
                readonly expiresAt: components["schemas"]["Time"];
                /** @description An approval that was given counts until then; null: not given, or its call has begun. */
                readonly usableUntil: components["schemas"]["Time"] | null;
            } | null;
            /** @description The decision of the policies, and which of them decided. */
            readonly policy: {
                /** @enum {string} */
                readonly decision: "ALLOW" | "REQUIRE_APPROVAL" | "BLOCK";
                readonly policyIds: readonly components["schemas"]["Id"][];
                /** @description Why, as the policy says; for operators. */
                readonly reason?: string | null;
                /** @description The decisions of shadow policies; for operators. */
                readonly shadow?: {
                    /** @enum {string} */
                    readonly decision: "ALLOW" | "REQUIRE_APPROVAL" | "BLOCK";
                    readonly policyIds: readonly components["schemas"]["Id"][];
                } | null;
                /** @description The grant that cleared the call; for operators. */
                readonly grantId?: components["schemas"]["Id"] | null;
            };
            /** @description Why it does not run; null where it may run or ran. */
            readonly refusal: {
                /** @enum {string} */
                readonly code: "policy" | "rejected" | "expired" | "withdrawn" | "revoked" | "lapsed" | "cancelled" | "paused" | "quota" | "unavailable";
                readonly reason: string | null;
            } | null;
            /**
             * @description The kind of violation; null if there is none.
             * @enum {string|null}
             */
            readonly violation: "blocked" | "unapproved" | "paused" | "after-completion" | "after-rollback" | "payload-mismatch" | "ungated" | "lapsed" | null;
            /** @description How far the service has come with the call; null where the client makes it. */
            readonly performance: components["schemas"]["Performance"] | null;
            /** @description Its client said then that it begins it; null where none did. */
            readonly begunAt: components["schemas"]["Time"] | null;
            /**
             * @description What a person said of its effect; null where none did.
             * @enum {string|null}
             */
            readonly settledAs: "undone" | "kept" | null;
            /** @description The person who said so; agents see a role. */
            readonly settledBy: string | null;
            readonly settledAt: components["schemas"]["Time"] | null;
            /** @description The person's note; for operators. */
            readonly settledNote?: string | null;
            /** @description The places that were replaced by `[redacted: <rule>]` before the call was stored. */
            readonly redacted: readonly {
                readonly rule: string;
                /** @enum {string} */
                readonly in: "payload" | "response" | "snapshot";
                /** @description Items of a list are `*`; `…` stands for further places. */
                readonly path: string;
                readonly times: number;
            }[];
            /** @description Its arguments and its answer were erased then. */
            readonly erasedAt: components["schemas"]["Time"] | null;
            /** @description The person who erased them; agents see a role. */
            readonly erasedBy: string | null;
            /** @description In a session of a test key. */
            readonly simulated: boolean;
            readonly createdAt: components["schemas"]["Time"];
            readonly updatedAt: components["schemas"]["Time"];
        };
        /** @description The event action.blocked. */
        readonly ActionBlockedEvent: {
            readonly id: components["schemas"]["Id"];
            /** @constant */
            readonly type: "action.blocked";
            readonly timestamp: components["schemas"]["Time"];
            readonly data: {
                readonly sessionId: components["schemas"]["Id"];
                readonly agentId: string;
                readonly onBehalfOf?: components["schemas"]["OnBehalfOf"];
                readonly labels?: components["schemas"]["Labels"];
                readonly simulated: boolean;
                readonly toolCallId?: components["schemas"]["ToolCallId"];
                readonly traceparent?: components["schemas"]["Traceparent"];
                readonly actionId: components["schemas"]["Id"];
                readonly apiName: string;
                readonly operationType: components["schemas"]["OperationType"];
                /** @enum {string} */
                readonly status: "BLOCKED";
                readonly reason: string | null;
                readonly policyIds: readonly components["schemas"]["Id"][];
                /** @description Opens the dashboard. */
                readonly url: string;
            };
        };
        /**
         * @description The progress of a call, and its outcome.
         * @enum {string}
         */
        readonly ActionStatus: "CLEARED" | "PENDING_APPROVAL" | "REJECTED" | "BLOCKED" | "SUCCESS" | "FAILED" | "UNKNOWN" | "ROLLED_BACK" | "ROLLBACK_FAILED";
        /** @description An agent: registered, or seen in a session. */
        /** @internal */
        readonly Agent: {
            readonly id: components["schemas"]["Id"];
            readonly slug: string;
            readonly displayName: string;
            readonly description: string;
            /** @enum {string} */
            readonly status: "ACTIVE" | "PAUSED";
            readonly registered: boolean;
            readonly sessions: number;
            readonly lastSeenAt: components["schemas"]["Time"] | null;
            readonly createdAt: components["schemas"]["Time"];
        };
        /** @description A rollback of everything that an agent did since a moment. */
        /** @internal */
        readonly AgentRollback: {
            readonly id: components["schemas"]["Id"];
            readonly agentId: components["schemas"]["AgentSlug"];
            readonly since: components["schemas"]["Time"];
            /** @description Sessions that were being rolled back already. */
            readonly skipped: readonly components["schemas"]["Id"][];
            /** @enum {string} */
            readonly state: "running" | "finished";
            readonly startedAt: components["schemas"]["Time"];
            /** @description One for each session. */
            readonly rollbacks: readonly components["schemas"]["RollbackReport"][];
        };
        /** @description The calls that an undo of everything since a moment would undo now, in its order. */
        /** @internal */
        readonly AgentRollbackPlan: {
            readonly agentId: components["schemas"]["AgentSlug"];
            readonly since: components["schemas"]["Time"];
            /** @enum {string} */
            readonly state: "planned";
            /** @description Sessions that are being rolled back already. */
            readonly skipped: readonly components["schemas"]["Id"][];
            /** @description The number of sessions that it would close and roll back. */
            readonly sessions: number;
            /** @description The number of calls that it would undo. */
            readonly total: number;
            /** @description In the order in which they would be undone: the first of them, or those of `after` and `limit`. */
            readonly effects: readonly {
                readonly sessionId: components["schemas"]["Id"];
                readonly actionId: components["schemas"]["Id"];
                /** @description `<connector>.<resource>.<verb>` */
                readonly apiName: string;
                readonly summary: string;
                readonly status: components["schemas"]["ActionStatus"];
                readonly at: components["schemas"]["Time"];
                /** @description There is a snapshot. */
                readonly captured: boolean;
            }[];
        };
        /** @description The agent's own name, as it was given when the session was opened. */
        readonly AgentSlug: string;
        /** @description An API key, without its secret. */
        /** @internal */
        readonly ApiKey: {
            readonly id: components["schemas"]["Id"];
            readonly name: string;
            /** @enum {string} */
            readonly kind: "live" | "test";
            /** @description The one agent it acts as. */
            readonly agentId: string | null;
            readonly createdBy: string;
            /** @enum {string} */
            readonly status: "ACTIVE" | "REVOKED";
            readonly createdAt: components["schemas"]["Time"];
            readonly lastUsedAt: components["schemas"]["Time"] | null;
            readonly revokedAt: components["schemas"]["Time"] | null;
        };
        /** @description A question to an operator, and the answer. */
        /** @internal */
        readonly Approval: {
            readonly id: components["schemas"]["Id"];
            readonly sessionId: components["schemas"]["Id"];
            readonly actionId: components["schemas"]["Id"];
            readonly agentId: components["schemas"]["AgentSlug"];
            readonly onBehalfOf: components["schemas"]["OnBehalfOf"];
            readonly labels: components["schemas"]["Labels"];
            readonly toolCallId: components["schemas"]["ToolCallId"];
            readonly traceparent: components["schemas"]["Traceparent"];
            /** @description `<connector>.<resource>.<verb>` */
            readonly apiName: string;
            /** @description The call as one sentence of at most 80 characters; a single read has former values in it. */
            readonly summary: string;
            /** @description Asked for in a session of a test key. */
            readonly simulated: boolean;
            /**
             * @description The decision; an expired approval is REJECTED.
             * @enum {string}
             */
            readonly status: "PENDING" | "APPROVED" | "REJECTED";
            /** @description An approved call may run only while it is CLEARED. */
            readonly actionStatus: components["schemas"]["ActionStatus"];
            /** @description Approved, and its client has not reported the outcome yet. */
            readonly unconfirmed: boolean;
            /** @description The same as in the action; null where the client makes the call. */
            readonly performance: components["schemas"]["Performance"] | null;
            /** @description One line of the arguments. */
            readonly payloadSummary: string;
            /** @description Milliseconds; 0 once it is decided. */
            readonly timeRemaining: number;
            /** @description Why it was rejected. */
            readonly reason: string | null;
            /**
             * @description The same for programs; null unless it is REJECTED.
             * @enum {string|null}
             */
            readonly code: "policy" | "rejected" | "expired" | "withdrawn" | "revoked" | "lapsed" | "cancelled" | "paused" | "quota" | "unavailable" | null;
            /** @description To agents the role `operator`; null before a decision, and where no person decided. */
            readonly decidedBy: string | null;
            /** @description The number of operators who have to approve, and who has. */
            readonly approvals: {
                readonly required: number;
                readonly given: readonly {
                    readonly by: string;
                    readonly at: components["schemas"]["Time"];
                }[];
            };
            readonly createdAt: components["schemas"]["Time"];
            /** @description The time at which the approval expires, or a held call is permitted; ISO 8601. */
            readonly expiresAt: components["schemas"]["Time"];
            /**
             * @description `approve`: the call is permitted at `expiresAt`, unless an operator stops it before.
             * @enum {string}
             */
            readonly onExpiry: "reject" | "approve";
            readonly decidedAt: components["schemas"]["Time"] | null;
            /** @description An approval that was given counts until then; null: not given, or its call has begun. */
            readonly usableUntil: components["schemas"]["Time"] | null;
            /** @description For operators. */
            readonly note?: {
                readonly content: string;
                readonly by: string;
                readonly at: components["schemas"]["Time"];
            } | null;
        };
        /** @description The facts that an operator needs beside the call itself. */
        readonly ApprovalContext: {
            readonly intent: string;
            readonly agentId: components["schemas"]["AgentSlug"];
            readonly agentName: string;
            readonly precedingActions: readonly {
                readonly sequence: number;
                /** @description `<connector>.<resource>.<verb>` */
                readonly apiName: string;
                readonly status: components["schemas"]["ActionStatus"];
                readonly summary: string;
            }[];
            /** @enum {string} */
            readonly reversibility: "exact" | "compensating" | "none";
            readonly policy: {
                /** @description The policies that asked for the approval. */
                readonly ids: readonly components["schemas"]["Id"][];
                readonly reason: string | null;
            };
            /** @description The changes that the call would make; null where they are not known. */
            readonly difference: readonly {
                readonly field: string;
                readonly before: components["schemas"]["Json"];
                readonly after: components["schemas"]["Json"];
            }[] | null;
            readonly differenceOmitted: number;
            /** @description The places of characters that show as nothing, as a blank or as another one. */
            readonly hidden: readonly {
                readonly field: string;
                readonly kinds: readonly ("bidi" | "zero-width" | "soft-hyphen" | "tag" | "variation-selector" | "control" | "blank" | "look-alike" | "other")[];
            }[];
        };
        /** @description The event approval.decided. */
        readonly ApprovalDecidedEvent: {
            readonly id: components["schemas"]["Id"];
            /** @constant */
            readonly type: "approval.decided";
            readonly timestamp: components["schemas"]["Time"];
            readonly data: {
                readonly sessionId: components["schemas"]["Id"];
                readonly agentId: string;
                readonly onBehalfOf?: components["schemas"]["OnBehalfOf"];
                readonly labels?: components["schemas"]["Labels"];
                readonly simulated: boolean;
                readonly toolCallId?: components["schemas"]["ToolCallId"];
                readonly traceparent?: components["schemas"]["Traceparent"];
                readonly approvalId: components["schemas"]["Id"];
                readonly actionId: components["schemas"]["Id"];
                readonly apiName: string;
                readonly operationType: components["schemas"]["OperationType"];
                /** @enum {string} */
                readonly status: "PENDING" | "APPROVED" | "REJECTED";
                readonly reason: string | null;
                /** @description The call has run already. */
                readonly review: boolean;
                /** @description The time at which it expires, or a held call is permitted. */
                readonly expiresAt: components["schemas"]["Time"];
                readonly approvers: readonly components["schemas"]["NamedGroup"][];
                /**
                 * @description `approve`: the call runs then, unless an operator stops it.
                 * @enum {string}
                 */
                readonly onExpiry: "reject" | "approve";
                readonly decidedAt: components["schemas"]["Time"] | null;
                /** @description Opens the dashboard. */
                readonly url: string;
            };
        };
        /** @description An approval with what it decides on. */
        readonly ApprovalDetail: {
            readonly id: components["schemas"]["Id"];
            readonly sessionId: components["schemas"]["Id"];
            readonly actionId: components["schemas"]["Id"];
            readonly agentId: components["schemas"]["AgentSlug"];
            readonly onBehalfOf: components["schemas"]["OnBehalfOf"];
            readonly labels: components["schemas"]["Labels"];
            readonly toolCallId: components["schemas"]["ToolCallId"];
            readonly traceparent: components["schemas"]["Traceparent"];
            /** @description `<connector>.<resource>.<verb>` */
            readonly apiName: string;
            /** @description The call as one sentence of at most 80 characters; a single read has former values in it. */
            readonly summary: string;
            /** @description Asked for in a session of a test key. */
            readonly simulated: boolean;
            /**
             * @description The decision; an expired approval is REJECTED.
             * @enum {string}
             */
            readonly status: "PENDING" | "APPROVED" | "REJECTED";
            /** @description An approved call may run only while it is CLEARED. */
            readonly actionStatus: components["schemas"]["ActionStatus"];
            /** @description Approved, and its client has not reported the outcome yet. */
            readonly unconfirmed: boolean;
            /** @description The same as in the action; null where the client makes the call. */
            readonly performance: components["schemas"]["Performance"] | null;
            /** @description One line of the arguments. */
            readonly payloadSummary: string;
            /** @description Milliseconds; 0 once it is decided. */
            readonly timeRemaining: number;
            /** @description Why it was rejected. */
            readonly reason: string | null;
            /**
             * @description The same for programs; null unless it is REJECTED.
             * @enum {string|null}
             */
            readonly code: "policy" | "rejected" | "expired" | "withdrawn" | "revoked" | "lapsed" | "cancelled" | "paused" | "quota" | "unavailable" | null;
            /** @description To agents the role `operator`; null before a decision, and where no person decided. */
            readonly decidedBy: string | null;
            /** @description The number of operators who have to approve, and who has. */
            readonly approvals: {
                readonly required: number;
                readonly given: readonly {
                    readonly by: string;
                    readonly at: components["schemas"]["Time"];
                }[];
            };
            readonly createdAt: components["schemas"]["Time"];
            /** @description The time at which the approval expires, or a held call is permitted; ISO 8601. */
            readonly expiresAt: components["schemas"]["Time"];
            /**
             * @description `approve`: the call is permitted at `expiresAt`, unless an operator stops it before.
             * @enum {string}
             */
            readonly onExpiry: "reject" | "approve";
            readonly decidedAt: components["schemas"]["Time"] | null;
            /** @description An approval that was given counts until then; null: not given, or its call has begun. */
            readonly usableUntil: components["schemas"]["Time"] | null;
            /** @description For operators. */
            readonly note?: {
                readonly content: string;
                readonly by: string;
                readonly at: components["schemas"]["Time"];
            } | null;
            /** @description Its page in the dashboard. */
            readonly url: string;
            /** @description The arguments that may run; the approver may have edited them. */
            readonly payload: components["schemas"]["JsonObject"];
            /** @description SHA-256 of the canonical JSON (RFC 8785) of the arguments, in hex. A list does not answer it, because it does not show them. */
            readonly payloadHash: components["schemas"]["Sha256"];
            /** @description The places that were replaced by `[redacted: <rule>]` before the call was stored. */
            readonly redacted: readonly {
                readonly rule: string;
                /** @enum {string} */
                readonly in: "payload" | "response" | "snapshot";
                /** @description Items of a list are `*`; `…` stands for further places. */
                readonly path: string;
                readonly times: number;
            }[];
            /** @description With marks for characters that show as nothing, as a blank or as another one; for operators. */
            readonly payloadShown?: components["schemas"]["Json"];
            readonly snapshot: components["schemas"]["Snapshot"] | null;
            readonly formerSnapshot: components["schemas"]["Snapshot"] | null;
            /** @description The words of the provider where it refused a call that the service made. */
            readonly providerRefusal: string | null;
            /** @description For operators. */
            readonly grant?: components["schemas"]["Grant"] | null;
            /** @description For operators: who approves; null for each of them. */
            readonly approvers?: components["schemas"]["Approvers"] | null;
            /** @description For operators. */
            readonly context?: components["schemas"]["ApprovalContext"];
        };
        /** @description The event approval.expired. */
        readonly ApprovalExpiredEvent: {
            readonly id: components["schemas"]["Id"];
            /** @constant */
            readonly type: "approval.expired";
            readonly timestamp: components["schemas"]["Time"];
            readonly data: {
                readonly sessionId: components["schemas"]["Id"];
                readonly agentId: string;
                readonly onBehalfOf?: components["schemas"]["OnBehalfOf"];
                readonly labels?: components["schemas"]["Labels"];
                readonly simulated: boolean;
                readonly toolCallId?: components["schemas"]["ToolCallId"];
                readonly traceparent?: components["schemas"]["Traceparent"];
                readonly approvalId: components["schemas"]["Id"];
                readonly actionId: components["schemas"]["Id"];
                readonly apiName: string;
                readonly operationType: components["schemas"]["OperationType"];
                /** @enum {string} */
                readonly status: "PENDING" | "APPROVED" | "REJECTED";
                readonly reason: string | null;
                /** @description The call has run already. */
                readonly review: boolean;
                /** @description The time at which it expires, or a held call is permitted. */
                readonly expiresAt: components["schemas"]["Time"];
                readonly approvers: readonly components["schemas"]["NamedGroup"][];
                /**
                 * @description `approve`: the call runs then, unless an operator stops it.
                 * @enum {string}
                 */
                readonly onExpiry: "reject" | "approve";
                readonly decidedAt: components["schemas"]["Time"] | null;
                /** @description Opens the dashboard. */
                readonly url: string;
            };
        };
        /** @description The note on an approval. */
        /** @internal */
        readonly ApprovalNote: {
            readonly id: components["schemas"]["Id"];
            /** @description For the next operator who reads it. */
            readonly note: {
                readonly content: string;
                readonly by: string;
                readonly at: components["schemas"]["Time"];
            } | null;
        };
        /** @description The verdict that edited arguments would get. */
        /** @internal */
        readonly ApprovalPreview: {
            readonly approvalId: components["schemas"]["Id"];
            /**
             * @description BLOCK: the approval would be refused.
             * @enum {string}
             */
            readonly decision: "ALLOW" | "REQUIRE_APPROVAL" | "BLOCK";
            readonly policyIds: readonly components["schemas"]["Id"][];
            readonly reason: string | null;
            /** @description The hash of the edited arguments. */
            readonly payloadHash: components["schemas"]["Sha256"];
            /** @description The number of operators who would have to approve. */
            readonly requiredApprovals: number;
        };
        /** @description The event approval.requested. */
        readonly ApprovalRequestedEvent: {
            readonly id: components["schemas"]["Id"];
            /** @constant */
            readonly type: "approval.requested";
            readonly timestamp: components["schemas"]["Time"];
            readonly data: {
                readonly sessionId: components["schemas"]["Id"];
                readonly agentId: string;
                readonly onBehalfOf?: components["schemas"]["OnBehalfOf"];
                readonly labels?: components["schemas"]["Labels"];
                readonly simulated: boolean;
                readonly toolCallId?: components["schemas"]["ToolCallId"];
                readonly traceparent?: components["schemas"]["Traceparent"];
                readonly approvalId: components["schemas"]["Id"];
                readonly actionId: components["schemas"]["Id"];
                readonly apiName: string;
                readonly operationType: components["schemas"]["OperationType"];
                /** @enum {string} */
                readonly status: "PENDING" | "APPROVED" | "REJECTED";
                readonly reason: string | null;
                /** @description The call has run already. */
                readonly review: boolean;
                /** @description The time at which it expires, or a held call is permitted. */
                readonly expiresAt: components["schemas"]["Time"];
                readonly approvers: readonly components["schemas"]["NamedGroup"][];
                /**
                 * @description `approve`: the call runs then, unless an operator stops it.
                 * @enum {string}
                 */
                readonly onExpiry: "reject" | "approve";
                readonly decidedAt: components["schemas"]["Time"] | null;
                /** @description Opens the dashboard. */
                readonly url: string;
            };
        };
        /** @description The other operators who have the approval open. */
        /** @internal */
        readonly ApprovalViewers: {
            readonly id: components["schemas"]["Id"];
            /** @description Other operators, by their address; each said so in the last 30 seconds. */
            readonly viewers: readonly {
                readonly by: string;
                readonly at: components["schemas"]["Time"];
            }[];
        };
        /** @internal */
        readonly ApproveBody: {
            readonly payloadHash?: components["schemas"]["Sha256"];
            readonly payload?: components["schemas"]["JsonObject"];
            readonly grant?: components["schemas"]["GrantBody"];
            readonly reason?: string;
        };
        /** @description Who approves, and whether the operator who reads it does. */
        readonly Approvers: {
            readonly mayApprove: boolean;
            readonly reason: string | null;
            readonly rules: readonly {
                readonly policyId: components["schemas"]["Id"];
                readonly groups: readonly {
                    readonly id: components["schemas"]["Id"];
                    /** @description Null: deleted. */
                    readonly name: string | null;
                    readonly members: number;
                }[];
                readonly required: number;
                readonly given: number;
                readonly allowRequester: boolean;
            }[];
        };
        /** @description Pending work of operators, problems, and changes since a moment. */
        /** @internal */
        readonly Attention: {
            /** @description Pending approvals. */
            readonly approvals: {
                /** @description At most 100. */
                readonly count: number;
                /** @description There are more than 100. */
                readonly isMore: boolean;
                /** @description By operation, the one that waits longest first; at most five. */
                readonly kinds: readonly {
                    /** @description `<connector>.<resource>.<verb>` */
                    readonly apiName: string;
                    readonly count: number;
                    readonly oldest: {
                        readonly id: components["schemas"]["Id"];
                        readonly summary: string;
                        readonly agentId: components["schemas"]["AgentSlug"];
                        readonly createdAt: components["schemas"]["Time"];
                        readonly expiresAt: components["schemas"]["Time"];
                    };
                }[];
            };
            readonly sessions: {
                /** @description Sessions with an open effect, a violation or an unknown outcome. */
                readonly dirty: {
                    /** @description At most 100. */
                    readonly count: number;
                    /** @description There are more than 100. */
                    readonly isMore: boolean;
                    readonly newest: readonly components["schemas"]["DirtySession"][];
                };
                readonly rollbackFailed: {
                    /** @description At most 100. */
                    readonly count: number;
                    /** @description There are more than 100. */
                    readonly isMore: boolean;
                };
                /** @description Sessions of the last days that drifted from their intent. */
                readonly drifted: {
                    /** @description At most 100. */
                    readonly count: number;
                    /** @description There are more than 100. */
                    readonly isMore: boolean;
                    readonly days: number;
                };
            };
            /** @description Connectors whose last check failed. */
            readonly connectors: readonly {
                readonly connector: string;
                readonly checkedAt: components["schemas"]["Time"];
                readonly detail: string | null;
            }[];
            /** @description Receivers whose last deliveries failed, or that were switched off for that. */
            readonly receivers: readonly {
                readonly id: components["schemas"]["Id"];
                /** @enum {string} */
                readonly kind: "webhook" | "slack" | "email";
                readonly description: string;
                readonly isDisabled: boolean;
                readonly failingSince: components["schemas"]["Time"] | null;
            }[];
            /** @description At most five. */
            readonly pausedAgents: readonly {
                readonly agentId: components["schemas"]["AgentSlug"];
                readonly name: string;
            }[];
            /** @description Usage of the quota of this month. */
            readonly usage: {
                readonly month: string;
                readonly actions: number;
                readonly limit: number;
            };
            /** @description The newest entries of the audit log since `since`, at most twenty; null without `since`, and where the plan has no audit log. */
            readonly changes: readonly {
                /** @description The place of the entry in the audit log. */
                readonly sequence: number;
                readonly action: string;
                readonly by: string;
                readonly target: {
                    readonly type: string;
                    readonly id: string;
                };
                readonly createdAt: components["schemas"]["Time"];
            }[] | null;
        };
        /** @description One link of an organization's chain. */
        /** @internal */
        readonly AuditEntry: {
            readonly id: components["schemas"]["Id"];
            /** @description From 1, without gaps. */
            readonly sequence: number;
            readonly actor: {
                /** @enum {string} */
                readonly kind: "USER" | "API_KEY" | "SYSTEM";
                readonly id: components["schemas"]["Id"] | null;
                readonly label: string;
            };
            readonly action: string;
            readonly target: {
                readonly type: string;
                readonly id: string;
            };
            /** @description The former values; null if it was created. */
            readonly before: components["schemas"]["JsonObject"] | null;
            /** @description The new values; null if it was deleted. */
            readonly after: components["schemas"]["JsonObject"] | null;
            readonly requestId: components["schemas"]["Id"] | null;
            readonly createdAt: components["schemas"]["Time"];
            /** @description SHA-256 of the RFC 8785 form of this entry without `hash`. */
            readonly hash: components["schemas"]["Sha256"];
            readonly previousHash: components["schemas"]["Sha256"];
        };
        /** @description The page at Stripe where an operator buys a plan, pays and cancels. */
        /** @internal */
        readonly BillingPortal: {
            readonly url: string;
            /** @enum {string} */
            readonly kind: "portal" | "checkout";
        };
        /** @description A browser that is signed in; its cookie comes beside this answer. */
        /** @internal */
        readonly BrowserSession: {
            readonly id: components["schemas"]["Id"];
            readonly expiresAt: components["schemas"]["Time"];
        };
        /** @internal */
        readonly ChangeAgentBody: {
            readonly displayName?: string;
            readonly description?: string;
            /** @enum {string} */
            readonly status?: "ACTIVE" | "PAUSED";
        };
        /** @internal */
        readonly ChangeGroupBody: {
            readonly name?: string;
            readonly members?: readonly string[];
        };
        /** @internal */
        readonly ChangeMeBody: {
            readonly name: string;
        };
        /** @internal */
        readonly ChangeOfPolicyBody: {
            /** Format: uuid */
            readonly id: string;
            readonly name?: string | null;
            readonly apiNamePattern?: string;
            readonly condition?: components["schemas"]["Condition"] | null;
            /** @enum {string} */
            readonly action?: "ALLOW" | "REQUIRE_APPROVAL" | "BLOCK";
            readonly enabled?: boolean;
            readonly reason?: string | null;
            /** @enum {string} */
            readonly mode?: "enforce" | "shadow";
            readonly requiredApprovals?: number;
            /** @enum {string} */
            readonly onChange?: "ask" | "run";
            readonly expiresAfterSeconds?: number | null;
            /** @enum {string} */
            readonly onExpiry?: "reject" | "approve";
            readonly approvalUsableSeconds?: number | null;
            readonly approvers?: readonly string[];
            readonly allowRequester?: boolean | null;
        };
        /** @internal */
        readonly ChangePoliciesBody: {
            readonly state: string;
            /** @enum {string} */
            readonly unmatched?: "ALLOW" | "REQUIRE_APPROVAL" | "BLOCK";
            readonly create?: readonly components["schemas"]["CreatePolicyBody"][];
            readonly change?: readonly components["schemas"]["ChangeOfPolicyBody"][];
            readonly delete?: readonly string[];
        };
        /** @internal */
        readonly ChangePolicyBody: {
            readonly name?: string | null;
            readonly apiNamePattern?: string;
            readonly condition?: components["schemas"]["Condition"] | null;
            /** @enum {string} */
            readonly action?: "ALLOW" | "REQUIRE_APPROVAL" | "BLOCK";
            readonly enabled?: boolean;
            readonly reason?: string | null;
            /** @enum {string} */
            readonly mode?: "enforce" | "shadow";
            readonly requiredApprovals?: number;
            /** @enum {string} */
            readonly onChange?: "ask" | "run";
            readonly expiresAfterSeconds?: number | null;
            /** @enum {string} */
            readonly onExpiry?: "reject" | "approve";
            readonly approvalUsableSeconds?: number | null;
            readonly approvers?: readonly string[];
            readonly allowRequester?: boolean | null;
        };
        /** @internal */
        readonly ChangeWebhookBody: {
            readonly enabled: boolean;
        };
        /** @internal */
        readonly CompleteSessionBody: {
            /** @enum {string} */
            readonly status: "COMPLETED";
        };
        /** @description One test of one field or of a window of calls, all of several, or any of several. */
        readonly Condition: ({
            /** @description A bare name or `payload.…` path, or a fact of the call. */
            readonly field: string;
            /** @enum {string} */
            readonly operator: "eq" | "neq" | "contains";
            readonly value: components["schemas"]["Json"];
            /**
             * @description An absent field satisfies it.
             * @constant
             */
            readonly onMissing?: "match";
            /** @description The zone of `time.hour` and `time.weekday`; UTC unless said. */
            readonly timeZone?: string;
            /**
             * @description Texts are compared without their case, normalized (NFC).
             * @constant
             */
            readonly ignoreCase?: true;
        } | {
            /** @description A bare name or `payload.…` path, or a fact of the call. */
            readonly field: string;
            /** @enum {string} */
            readonly operator: "gt" | "gte" | "lt" | "lte";
            readonly value: number;
            /**
             * @description An absent field satisfies it.
             * @constant
             */
            readonly onMissing?: "match";
            /** @description The zone of `time.hour` and `time.weekday`; UTC unless said. */
            readonly timeZone?: string;
        } | {
            /** @description A bare name or `payload.…` path, or a fact of the call. */
            readonly field: string;
            /** @enum {string} */
            readonly operator: "in" | "not_in";
            readonly value: readonly components["schemas"]["Json"][];
            /**
             * @description An absent field satisfies it.
             * @constant
             */
            readonly onMissing?: "match";
            /** @description The zone of `time.hour` and `time.weekday`; UTC unless said. */
            readonly timeZone?: string;
            /**
             * @description Texts are compared without their case, normalized (NFC).
             * @constant
             */
            readonly ignoreCase?: true;
        } | {
            /** @description A bare name or `payload.…` path, or a fact of the call. */
            readonly field: string;
            /** @enum {string} */
            readonly operator: "starts_with" | "ends_with";
            readonly value: string;
            /**
             * @description An absent field satisfies it.
             * @constant
             */
            readonly onMissing?: "match";
            /** @description The zone of `time.hour` and `time.weekday`; UTC unless said. */
            readonly timeZone?: string;
            /**
             * @description Texts are compared without their case, normalized (NFC).
             * @constant
             */
            readonly ignoreCase?: true;
        } | {
            /** @description A bare name or `payload.…` path, or a fact of the call. */
            readonly field: string;
            /** @enum {string} */
            readonly operator: "glob" | "not_glob";
            /** @description `*` stands for any characters, `?` for one. */
            readonly value: string | readonly string[];
            /**
             * @description An absent field satisfies it.
             * @constant
             */
            readonly onMissing?: "match";
            /** @description The zone of `time.hour` and `time.weekday`; UTC unless said. */
            readonly timeZone?: string;
            /**
             * @description Texts are compared without their case, normalized (NFC).
             * @constant
             */
            readonly ignoreCase?: true;
        } | {
            /** @description A bare name or `payload.…` path, or a fact of the call. */
            readonly field: string;
            /** @enum {string} */
            readonly operator: "exists";
            readonly value: boolean;
            /**
             * @description An absent field satisfies it.
             * @constant
             */
            readonly onMissing?: "match";
            /** @description The zone of `time.hour` and `time.weekday`; UTC unless said. */
            readonly timeZone?: string;
        }) | {
            /** @description The number of calls, or the sum of an argument. */
            readonly window: {
                /** @constant */
                readonly count: true;
            } | {
                readonly sum: string;
            };
            /** @description `agent`, `session`, `organization`, or a path: each value has a window of its own. */
            readonly per: string;
            /** @description From 60 to 2 678 400. */
            readonly seconds: number;
            /** @enum {string} */
            readonly operator: "gt" | "gte" | "lt" | "lte";
            readonly value: number;
        } | {
            readonly all: readonly components["schemas"]["Condition"][];
        } | {
            readonly any: readonly components["schemas"]["Condition"][];
        };
        /** @internal */
        readonly ConfirmActionBody: {
            /** @enum {string} */
            readonly status: "CLEARED" | "PENDING_APPROVAL" | "REJECTED" | "BLOCKED" | "SUCCESS" | "FAILED" | "UNKNOWN" | "ROLLED_BACK" | "ROLLBACK_FAILED";
            readonly response?: components["schemas"]["Json"];
            readonly payloadHash?: components["schemas"]["Sha256"];
            /** Format: uuid */
            readonly claim?: string;
        };
        /** @internal */
        readonly ConnectionBody: {
            readonly server: string;
            readonly database?: string;
            readonly table?: components["schemas"]["ConnectionTableBody"];
            readonly path: readonly string[];
            readonly settings: components["schemas"]["ConnectionSettingsBody"];
        };
        /** @internal */
        readonly ConnectionSettingsBody: {
            readonly timeZone?: string;
            readonly dateStyle?: string;
            readonly intervalStyle?: string;
            readonly monetaryLocale?: string;
            readonly standardConformingStrings?: string;
            readonly sqlMode?: string;
        };
        /** @internal */
        readonly ConnectionTableBody: {
            readonly schema: string;
            readonly id?: string;
            readonly temporary: boolean;
        };
        /** @description One connector as it was last seen. */
        /** @internal */
        readonly ConnectorHealth: {
            readonly connector: string;
            /** @enum {string} */
            readonly status: "healthy" | "unhealthy" | "unconfigured";
            readonly checkedAt: components["schemas"]["Time"] | null;
            readonly latencyMs: number | null;
            /** @description A sentence for the operator on what is wrong. */
            readonly detail: string | null;
        };
        /** @internal */
        readonly CreateApiKeyBody: {
            readonly name: string;
            /** @enum {string} */
            readonly kind: "live" | "test";
            readonly agentId?: string;
        };
        /** @internal */
        readonly CreateGroupBody: {
            readonly name: string;
            readonly members?: readonly string[];
        };
        /** @internal */
        readonly CreatePersonalTokenBody: {
            readonly name: string;
            readonly expiresAt: string;
            readonly scopes: readonly ("policies" | "read" | "decide")[];
            readonly password?: string;
        };
        readonly CreatePolicyBody: {
            readonly name?: string | null;
            readonly apiNamePattern: string;
            readonly condition?: components["schemas"]["Condition"] | null;
            /** @enum {string} */
            readonly action: "ALLOW" | "REQUIRE_APPROVAL" | "BLOCK";
            readonly enabled?: boolean;
            readonly reason?: string | null;
            /** @enum {string} */
            readonly mode?: "enforce" | "shadow";
            readonly requiredApprovals?: number;
            /** @enum {string} */
            readonly onChange?: "ask" | "run";
            readonly expiresAfterSeconds?: number | null;
            /** @enum {string} */
            readonly onExpiry?: "reject" | "approve";
            readonly approvalUsableSeconds?: number | null;
            readonly approvers?: readonly string[];
            readonly allowRequester?: boolean | null;
        };
        /** @internal */
        readonly CreateSessionBody: {
            readonly agentId: string;
            readonly intent: string;
            readonly onBehalfOf?: string;
            readonly labels?: components["schemas"]["Labels"];
        };
        /** @internal */
        readonly CreateWebhookBody: {
            /** @enum {string} */
            readonly kind?: "webhook" | "slack" | "email";
            readonly url?: string;
            readonly events?: readonly ("approval.requested" | "approval.decided" | "approval.expired" | "action.blocked" | "rollback.finished" | "rollback.reverted")[];
            readonly description?: string;
        };
        /** @description An API key with its secret, which is shown this once. */
        /** @internal */
        readonly CreatedApiKey: {
            readonly id: components["schemas"]["Id"];
            readonly name: string;
            /** @enum {string} */
            readonly kind: "live" | "test";
            /** @description The one agent it acts as. */
            readonly agentId: string | null;
            readonly createdBy: string;
            /** @enum {string} */
            readonly status: "ACTIVE" | "REVOKED";
            readonly createdAt: components["schemas"]["Time"];
            readonly lastUsedAt: components["schemas"]["Time"] | null;
            readonly revokedAt: components["schemas"]["Time"] | null;
            readonly key: string;
        };
        /** @description A personal token with its secret, which is shown this once. */
        /** @internal */
        readonly CreatedPersonalToken: {
            readonly id: components["schemas"]["Id"];
            readonly name: string;
            readonly scopes: readonly ("policies" | "read" | "decide")[];
            /** @enum {string} */
            readonly status: "ACTIVE" | "EXPIRED" | "REVOKED";
            readonly createdAt: components["schemas"]["Time"];
            readonly expiresAt: components["schemas"]["Time"];
            /** @description Up to five minutes late. */
            readonly lastUsedAt: components["schemas"]["Time"] | null;
            readonly token: string;
        };
        /** @description A receiver of events with the secret that its events are signed with, which is shown this once. */
        /** @internal */
        readonly CreatedWebhook: {
            readonly id: components["schemas"]["Id"];
            /** @enum {string} */
            readonly kind: "webhook" | "slack" | "email";
            readonly url: string | null;
            /** @description The types of events that it receives. */
            readonly events: readonly string[];
            readonly description: string;
            readonly enabled: boolean;
            /** @enum {string|null} */
            readonly disabledReason: "gone" | "failing" | "operator" | null;
            readonly disabledAt: components["schemas"]["Time"] | null;
            readonly failingSince: components["schemas"]["Time"] | null;
            readonly createdAt: components["schemas"]["Time"];
            readonly updatedAt: components["schemas"]["Time"];
            readonly secret?: string;
        };
        /** @description A stored credential, without its values. */
        /** @internal */
        readonly Credential: {
            readonly connector: string;
            readonly fields: readonly string[];
            /** @description Patterns of the operations that agents may have the service perform with it. */
            readonly agentOperations: readonly string[];
            readonly createdAt: components["schemas"]["Time"];
            readonly updatedAt: components["schemas"]["Time"];
            readonly lastCheckedAt: components["schemas"]["Time"] | null;
            readonly lastCheckOk: boolean | null;
        };
        /** @description The connectors that an agent may count on. */
        readonly CredentialsCheck: {
            readonly valid: boolean;
            readonly configured: readonly string[];
            readonly missing: readonly string[];
            readonly suggestions: readonly string[];
            /** @enum {string} */
            readonly plan: "FREE" | "PRO" | "TEAM";
        };
        /** @description The result of one of several decisions. */
        /** @internal */
        readonly Decided: {
            readonly id: string;
            /** @description The status that the decision alone would get. */
            readonly status: number;
            readonly approval: components["schemas"]["Approval"] | null;
            readonly error: components["schemas"]["Problem"] | null;
        };
        /** @internal */
        readonly DecisionBody: {
            readonly id: string;
            /** @enum {string} */
            readonly decision: "approve" | "reject";
            readonly payloadHash?: components["schemas"]["Sha256"];
            readonly payload?: components["schemas"]["JsonObject"];
            readonly reason?: string;
        };
        /** @internal */
        readonly DecisionsBody: {
            readonly decisions: readonly components["schemas"]["DecisionBody"][];
        };
        /** @internal */
        readonly DeleteMeBody: {
            readonly password?: string;
        };
        /** @description The resource was deleted. */
        /** @internal */
        readonly Deleted: {
            readonly id: components["schemas"]["Id"];
            /** @constant */
            readonly deleted: true;
        };
        /** @description One event on its way to one receiver. */
        /** @internal */
        readonly Delivery: {
            readonly id: components["schemas"]["Id"];
            readonly webhookId: components["schemas"]["Id"];
            readonly eventId: components["schemas"]["Id"];
            readonly type: string;
            /** @description The recipient of the mail. */
            readonly memberId: components["schemas"]["Id"] | null;
            /** @enum {string} */
            readonly status: "PENDING" | "DELIVERED" | "FAILED" | "CANCELED";
            readonly attempts: number;
            readonly nextTryAt: components["schemas"]["Time"] | null;
            /** @description Every attempt. */
            readonly log: readonly {
                /** @description From 1. */
                readonly attempt: number;
                readonly at: components["schemas"]["Time"];
                /** @description The status of the answer. */
                readonly status: number | null;
                readonly durationMs: number | null;
                readonly error: string | null;
                readonly nextTryAt: components["schemas"]["Time"] | null;
            }[];
            readonly data: components["schemas"]["EventData"];
            readonly createdAt: components["schemas"]["Time"];
            readonly settledAt: components["schemas"]["Time"] | null;
        };
        /** @description Says whether an operator should look at a session, and why. */
        /** @internal */
        readonly DirtySession: {
            readonly sessionId: components["schemas"]["Id"];
            readonly agentId: components["schemas"]["AgentSlug"];
            readonly intent: string;
            /** @enum {string} */
            readonly displayStatus: "ACTIVE" | "COMPLETED" | "ABANDONED" | "AWAITING_APPROVAL" | "ROLLING_BACK" | "REVERTED" | "PARTIALLY_REVERTED" | "ROLLBACK_FAILED";
            readonly simulated: boolean;
            readonly dirty: boolean;
            readonly reasons: readonly {
                /** @enum {string} */
                readonly reason: "not-undone" | "rollback-incomplete" | "unconfirmed-approval" | "violation" | "unknown-outcome";
                /** @description The number of actions that it concerns. */
                readonly actions: number;
                /** @description The first of them, as logged; at most 20. */
                readonly actionIds: readonly components["schemas"]["Id"][];
            }[];
            readonly createdAt: components["schemas"]["Time"];
            readonly lastActivityAt: components["schemas"]["Time"];
        };
        /** @description The content of an event. */
        /** @internal */
        readonly EventData: {
            readonly sessionId: components["schemas"]["Id"];
            readonly agentId: string;
            readonly onBehalfOf?: components["schemas"]["OnBehalfOf"];
            readonly labels?: components["schemas"]["Labels"];
            readonly simulated: boolean;
            readonly toolCallId?: components["schemas"]["ToolCallId"];
            readonly traceparent?: components["schemas"]["Traceparent"];
            readonly approvalId: components["schemas"]["Id"];
            readonly actionId: components["schemas"]["Id"];
            readonly apiName: string;
            readonly operationType: components["schemas"]["OperationType"];
            /** @enum {string} */
            readonly status: "PENDING" | "APPROVED" | "REJECTED";
            readonly reason: string | null;
            /** @description The call has run already. */
            readonly review: boolean;
            /** @description The time at which it expires, or a held call is permitted. */
            readonly expiresAt: components["schemas"]["Time"];
            readonly approvers: readonly components["schemas"]["NamedGroup"][];
            /**
             * @description `approve`: the call runs then, unless an operator stops it.
             * @enum {string}
             */
            readonly onExpiry: "reject" | "approve";
            readonly decidedAt: components["schemas"]["Time"] | null;
            /** @description The call as one sentence; absent once the call was erased. */
            readonly summary?: string | null;
        } | {
            readonly sessionId: components["schemas"]["Id"];
            readonly agentId: string;
            readonly onBehalfOf?: components["schemas"]["OnBehalfOf"];
            readonly labels?: components["schemas"]["Labels"];
            readonly simulated: boolean;
            readonly toolCallId?: components["schemas"]["ToolCallId"];
            readonly traceparent?: components["schemas"]["Traceparent"];
            readonly actionId: components["schemas"]["Id"];
            readonly apiName: string;
            readonly operationType: components["schemas"]["OperationType"];
            /** @enum {string} */
            readonly status: "BLOCKED";
            readonly reason: string | null;
            readonly policyIds: readonly components["schemas"]["Id"][];
        } | {
            readonly sessionId: components["schemas"]["Id"];
            readonly agentId: string;
            readonly onBehalfOf?: components["schemas"]["OnBehalfOf"];
            readonly labels?: components["schemas"]["Labels"];
            readonly simulated: boolean;
            readonly rollbackId: components["schemas"]["Id"];
            readonly actionId: components["schemas"]["Id"] | null;
            readonly fromActionId: components["schemas"]["Id"] | null;
            readonly toolCallId: components["schemas"]["ToolCallId"];
            readonly agentRollbackId: components["schemas"]["Id"] | null;
            /** @enum {string} */
            readonly status: "FINISHED";
            /** @description The number of steps by outcome. */
            readonly outcomes: {
                readonly ROLLED_BACK?: number;
                readonly ROLLBACK_FAILED?: number;
                readonly CONFLICT?: number;
                readonly IRREVERSIBLE?: number;
                readonly UNKNOWN?: number;
                readonly SKIPPED?: number;
            };
            readonly startedAt: components["schemas"]["Time"];
            readonly finishedAt: components["schemas"]["Time"];
        } | {
            readonly sessionId: components["schemas"]["Id"];
            readonly agentId: string;
            readonly onBehalfOf?: components["schemas"]["OnBehalfOf"];
            readonly labels?: components["schemas"]["Labels"];
            readonly simulated: boolean;
            /** @description The id of the revert. */
            readonly rollbackId: components["schemas"]["Id"];
            /** @description The rollback that it took back. */
            readonly reverts: components["schemas"]["Id"];
            /** @enum {string} */
            readonly status: "FINISHED";
            /** @description The number of steps by outcome. */
            readonly outcomes: {
                readonly ROLLED_BACK?: number;
                readonly ROLLBACK_FAILED?: number;
                readonly CONFLICT?: number;
                readonly IRREVERSIBLE?: number;
                readonly UNKNOWN?: number;
                readonly SKIPPED?: number;
                readonly REAPPLIED?: number;
            };
            readonly startedAt: components["schemas"]["Time"];
            readonly finishedAt: components["schemas"]["Time"];
        } | {
            readonly webhookId: components["schemas"]["Id"];
        };
        /** @description The answer to a refused request. */
        /** @internal */
        readonly Failure: {
            readonly data: null;
            readonly error: components["schemas"]["Problem"];
            readonly timestamp: components["schemas"]["Time"];
        };
        /** @internal */
        readonly ForgotPasswordBody: {
            /** Format: email */
            readonly email: string;
        };
        /** @description The version of the service, and links to other pages. */
        /** @internal */
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
            /** @description The identity providers that operators may sign in through. */
            readonly signIn: readonly {
                /** @enum {string} */
                readonly provider: "oauth-a" | "oauth-b";
                readonly host: string;
                readonly url: string;
            }[];
            /** @description The path of the SDK of this version, for `npm install`; null where it was not built. */
            readonly sdk: string | null;
        };
        /** @description Calls of one session that are approved in advance. */
        readonly Grant: {
            readonly id: components["schemas"]["Id"];
            readonly sessionId: components["schemas"]["Id"];
            readonly agentId: components["schemas"]["AgentSlug"];
            readonly approvalId: components["schemas"]["Id"];
            readonly apiNamePattern: string;
            /** @description It clears the calls inside of this tool call alone; null: all. */
            readonly toolCallId: string | null;
            /** @enum {string} */
            readonly status: "ACTIVE" | "EXHAUSTED" | "EXPIRED" | "REVOKED";
            readonly maxUses: number;
            readonly uses: number;
            readonly remainingUses: number;
            readonly createdBy: string;
            readonly createdAt: components["schemas"]["Time"];
            readonly expiresAt: components["schemas"]["Time"];
            readonly revokedAt: components["schemas"]["Time"] | null;
        };
        /** @internal */
        readonly GrantBody: {
            readonly apiNamePattern: string;
            /** @enum {string} */
            readonly within?: "session" | "tool-call";
            readonly maxUses: number;
            readonly minutes: number;
        };
        /** @description A group of members, which policies name as approvers. */
        /** @internal */
        readonly Group: {
            readonly id: components["schemas"]["Id"];
            /** @description Unique in the organization. */
            readonly name: string;
            /** @description Ids of users. */
            readonly members: readonly components["schemas"]["Id"][];
            readonly createdAt: components["schemas"]["Time"];
            readonly updatedAt: components["schemas"]["Time"];
        };
        /** @description The service could answer a request now. */
        /** @internal */
        readonly Health: {
            readonly status: string;
            readonly timestamp: components["schemas"]["Time"];
        };
        /**
         * Format: uuid
         * @description UUID.
         */
        readonly Id: string;
        /** @description A mark on a session or call: an operator set it, or it follows from another decision. */
        /** @internal */
        readonly IntentMark: {
            readonly id: components["schemas"]["Id"];
            readonly sessionId: components["schemas"]["Id"];
            /** @description Null if the mark is on the whole session. */
            readonly actionId: components["schemas"]["Id"] | null;
            readonly agentId: components["schemas"]["AgentSlug"];
            readonly simulated: boolean;
            /** @enum {string} */
            readonly mark: "fine" | "drift";
            /**
             * @description Marks by a rollback, the rejection of an approval or a settlement as undone count less than those by an operator.
             * @enum {string}
             */
            readonly source: "operator" | "rollback" | "rejection" | "settlement";
            readonly note: string | null;
            readonly markedBy: string;
            readonly createdAt: components["schemas"]["Time"];
        };
        /** @description The number of alarms that the organization wants. */
        /** @internal */
        readonly IntentSettings: {
            /** @description The number of sessions in a hundred of an agent that may be DRIFTED. */
            readonly alarmBudget: number;
        };
        /** @internal */
        readonly IntentSettingsBody: {
            readonly alarmBudget: number;
        };
        /** @description An invitation that can still be accepted. */
        /** @internal */
        readonly Invitation: {
            readonly id: components["schemas"]["Id"];
            readonly email: string;
            /** @description The member who invites. */
            readonly invitedBy: components["schemas"]["Id"];
            /**
             * @description QUEUED: the mail is not sent yet.
             * @enum {string}
             */
            readonly status: "QUEUED" | "SENT";
            readonly createdAt: components["schemas"]["Time"];
            /** @description Seven days after it is sent; null before. */
            readonly expiresAt: components["schemas"]["Time"] | null;
        };
        /** @internal */
        readonly InviteBody: {
            /** Format: email */
            readonly email: string;
        };
        /** @description Any JSON: what a client sent, or a provider answered. */
        readonly Json: Json;
        /** @description A JSON object whose members are free. */
        readonly JsonObject: JsonObject;
        /** @description Texts of the application, by name: at most 20 of 1 to 200 characters. A name has 1 to 63 letters, digits, `-` and `_`. */
        readonly Labels: {
            readonly [key: string]: string;
        };
        /** @description A session as the list shows it. */
        /** @internal */
        readonly ListedSession: {
            readonly id: components["schemas"]["Id"];
            readonly agentId: components["schemas"]["AgentSlug"];
            /** @description The purpose of the session, in words. */
            readonly intent: string;
            readonly onBehalfOf: components["schemas"]["OnBehalfOf"];
            readonly labels: components["schemas"]["Labels"];
            /** @enum {string} */
            readonly status: "ACTIVE" | "COMPLETED" | "ABANDONED";
            /**
             * @description The status as people see it; it also says what was undone.
             * @enum {string}
             */
            readonly displayStatus: "ACTIVE" | "COMPLETED" | "ABANDONED" | "AWAITING_APPROVAL" | "ROLLING_BACK" | "REVERTED" | "PARTIALLY_REVERTED" | "ROLLBACK_FAILED";
            readonly counters: components["schemas"]["SessionCounters"];
            /** @description Opened with a test key: no provider is called. */
            readonly simulated: boolean;
            readonly allowedCommands: {
                /** @description True while there is something left to roll back. */
                readonly rollbackSession: boolean;
            };
            readonly createdAt: components["schemas"]["Time"];
            readonly updatedAt: components["schemas"]["Time"];
            readonly completedAt: components["schemas"]["Time"] | null;
            readonly lastActivityAt: components["schemas"]["Time"];
            /** @description Has effects that were not undone, or of which the outcome is not known. */
            readonly dirty: boolean;
            /**
             * @description The verdict of the latest evaluation; null before the first one.
             * @enum {string|null}
             */
            readonly drift: "ALIGNED" | "REVIEW" | "DRIFTED" | "INSUFFICIENT_EVIDENCE" | null;
            /** @description The connectors of its calls, in alphabetical order. */
            readonly connectors: readonly string[];
        };
        /** @internal */
        readonly LogActionBody: {
            readonly apiName: string;
            /** @enum {string} */
            readonly operationType?: "CREATE" | "UPDATE" | "DELETE" | "EXECUTE" | "READ";
            readonly payload: components["schemas"]["JsonObject"];
            readonly mayDo?: readonly string[];
            readonly response?: components["schemas"]["Json"];
            /** @enum {string} */
            readonly status?: "CLEARED" | "PENDING_APPROVAL" | "SUCCESS" | "FAILED";
            /** Format: uuid */
            readonly precaptureId?: string;
            readonly timeoutMs?: number;
            readonly toolCallId?: string;
            readonly traceparent?: string;
            /** @enum {string} */
            readonly violation?: "ungated";
            /** @enum {boolean} */
            readonly perform?: true;
        };
        /** @internal */
        readonly LoginBody: {
            readonly email: string;
            readonly password: string;
            readonly link?: string;
            readonly linkOfBrowser?: boolean;
        };
        /** @internal */
        readonly MarkIntentBody: {
            readonly actionId?: string;
            /** @enum {string} */
            readonly mark: "fine" | "drift";
            readonly note?: string;
        };
        /** @description An operator, their organization, and what it has used of its quota. */
        /** @internal */
        readonly Me: {
            readonly user: {
                readonly id: components["schemas"]["Id"];
                readonly email: string;
                readonly name: string;
                readonly emailVerified: boolean;
                readonly createdAt: components["schemas"]["Time"];
            };
            readonly organization: {
                readonly id: components["schemas"]["Id"];
                readonly name: string;
                /** @enum {string} */
                readonly plan: "FREE" | "PRO" | "TEAM";
                readonly createdAt: components["schemas"]["Time"];
            };
            readonly usage: {
                readonly month: string;
                readonly actions: number;
                readonly limit: number;
            };
        };
        /** @description A member of the organization. */
        /** @internal */
        readonly Member: {
            readonly id: components["schemas"]["Id"];
            readonly email: string;
            readonly name: string;
            /** @enum {string} */
            readonly role: "MEMBER";
            readonly joinedAt: components["schemas"]["Time"];
        };
        /** @description In words for a person. */
        /** @internal */
        readonly Message: {
            readonly message: string;
        };
        /** @description Figures of live sessions, the last 30 days, and simulated sessions by themselves. */
        /** @internal */
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
                    readonly "after-completion": number;
                    readonly "after-rollback": number;
                    readonly "payload-mismatch": number;
                    readonly ungated: number;
                    readonly lapsed: number;
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
                        readonly "after-completion": number;
                        readonly "after-rollback": number;
                        readonly "payload-mismatch": number;
                        readonly ungated: number;
                        readonly lapsed: number;
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
                /** @description Approvals decided so on that day. */
                readonly approved: number;
                readonly rejected: number;
                readonly expired: number;
                /** @description The median of the decisions of that day; null if there were none. */
                readonly medianDecisionMs: number | null;
                /** @description Rollbacks begun on that day. */
                readonly rollbacks: number;
                readonly rolledBack: number;
            }[];
            readonly since: components["schemas"]["Time"];
        };
        /** @description A group that approves. */
        readonly NamedGroup: {
            readonly id: components["schemas"]["Id"];
            readonly name: string;
        };
        /** @internal */
        readonly NoteBody: {
            readonly note?: string | null;
        };
        /** @description The user whose task it is; null: the agent did not say. */
        readonly OnBehalfOf: string | null;
        /**
         * @description The kind of change that an operation makes; a READ changes nothing and is never undone.
         * @enum {string}
         */
        readonly OperationType: "CREATE" | "UPDATE" | "DELETE" | "EXECUTE" | "READ";
        /** @description Figures on how the live sessions of the last 30 days kept to their intents; simulated ones are counted apart. */
        /** @internal */
        readonly OrganizationIntent: {
            readonly sessions: number;
            readonly verdicts: components["schemas"]["VerdictCounts"];
            readonly averageDriftScore: number | null;
            readonly agents: readonly {
                readonly agentId: components["schemas"]["AgentSlug"];
                readonly sessions: number;
                readonly verdicts: components["schemas"]["VerdictCounts"];
                readonly averageDriftScore: number | null;
            }[];
            readonly connectors: readonly {
                readonly connector: string;
                readonly sessions: number;
                readonly verdicts: components["schemas"]["VerdictCounts"];
                readonly averageDriftScore: number | null;
            }[];
            readonly days: readonly {
                /**
                 * Format: date
                 * @description A day in UTC.
                 */
                readonly day: string;
                readonly sessions: number;
                readonly verdicts: components["schemas"]["VerdictCounts"];
                readonly averageDriftScore: number | null;
            }[];
            readonly simulated: {
                readonly sessions: number;
                readonly verdicts: components["schemas"]["VerdictCounts"];
                readonly averageDriftScore: number | null;
                readonly agents: readonly {
                    readonly agentId: components["schemas"]["AgentSlug"];
                    readonly sessions: number;
                    readonly verdicts: components["schemas"]["VerdictCounts"];
                    readonly averageDriftScore: number | null;
                }[];
                readonly connectors: readonly {
                    readonly connector: string;
                    readonly sessions: number;
                    readonly verdicts: components["schemas"]["VerdictCounts"];
                    readonly averageDriftScore: number | null;
                }[];
                readonly days: readonly {
                    /**
                     * Format: date
                     * @description A day in UTC.
                     */
                    readonly day: string;
                    readonly sessions: number;
                    readonly verdicts: components["schemas"]["VerdictCounts"];
                    readonly averageDriftScore: number | null;
                }[];
            };
            readonly evaluator: string;
        };
        /** @description A browser in which the operator is signed in. */
        /** @internal */
        readonly OwnSession: {
            readonly id: components["schemas"]["Id"];
            /** @description True if this request came from it. */
            readonly current: boolean;
            /** @description From where it began. */
            readonly address: string;
            readonly userAgent: string;
            readonly createdAt: components["schemas"]["Time"];
            /** @description Up to five minutes late. */
            readonly lastSeenAt: components["schemas"]["Time"];
            readonly expiresAt: components["schemas"]["Time"];
        };
        /** @description The progress of a call that the service makes. */
        readonly Performance: {
            /** @enum {string} */
            readonly state: "waiting" | "queued" | "running" | "done";
            readonly startedAt: components["schemas"]["Time"] | null;
            readonly finishedAt: components["schemas"]["Time"] | null;
            readonly attempts: number;
            /** @description Why it ended without having begun; of `resource-changed`, why it waits for a person again. */
            readonly reason: string | null;
        };
        /** @description A personal token, without its secret. */
        /** @internal */
        readonly PersonalToken: {
            readonly id: components["schemas"]["Id"];
            readonly name: string;
            readonly scopes: readonly ("policies" | "read" | "decide")[];
            /** @enum {string} */
            readonly status: "ACTIVE" | "EXPIRED" | "REVOKED";
            readonly createdAt: components["schemas"]["Time"];
            readonly expiresAt: components["schemas"]["Time"];
            /** @description Up to five minutes late. */
            readonly lastUsedAt: components["schemas"]["Time"] | null;
        };
        /** @description A rule for calls whose name fits a pattern. */
        /** @internal */
        readonly Policy: {
            readonly id: components["schemas"]["Id"];
            /** @description A name that is unique in the organization; null if it has none. */
            readonly name: string | null;
            readonly apiNamePattern: string;
            /** @description Null if the policy holds for every call that the pattern matches. */
            readonly condition: components["schemas"]["Condition"] | null;
            /** @enum {string} */
            readonly action: "ALLOW" | "REQUIRE_APPROVAL" | "BLOCK";
            readonly enabled: boolean;
            /** @description Shown to the agent. */
            readonly reason: string | null;
            /**
             * @description A `shadow` policy is evaluated and reported, and decides nothing.
             * @enum {string}
             */
            readonly mode: "enforce" | "shadow";
            /** @description The number of operators who have to approve. */
            readonly requiredApprovals: number;
            /**
             * @description An approved call that the service makes goes back to the person where its resource has changed since (`ask`), or runs.
             * @enum {string}
             */
            readonly onChange: "ask" | "run";
            /** @description How long an approval waits; null for the default of the service. */
            readonly expiresAfterSeconds: number | null;
            /**
             * @description Decides on a call on which no operator has decided by then.
             * @enum {string}
             */
            readonly onExpiry: "reject" | "approve";
            /** @description How long an approval counts; null for as long as it waits. */
            readonly approvalUsableSeconds: number | null;
            /** @description Groups whose members approve; none: each operator. */
            readonly approvers: readonly components["schemas"]["Id"][];
            /** @description Whether who asked may approve; null: only where no approvers are named. */
            readonly allowRequester: boolean | null;
            readonly createdAt: components["schemas"]["Time"];
            readonly updatedAt: components["schemas"]["Time"];
        };
        /** @description All policies of an organization. */
        /** @internal */
        readonly PolicySet: {
            /** @description It follows from what the policies say: the same policies have the same state. */
            readonly state: components["schemas"]["Sha256"];
            /**
             * @description The verdict where no enforced policy matches.
             * @enum {string}
             */
            readonly unmatched: "ALLOW" | "REQUIRE_APPROVAL" | "BLOCK";
            /** @description In the order of their creation. */
            readonly policies: readonly components["schemas"]["Policy"][];
        };
        /** @description Settings for all calls of an organization. */
        /** @internal */
        readonly PolicySettings: {
            /**
             * @description The verdict where no enforced policy matches.
             * @enum {string}
             */
            readonly unmatched: "ALLOW" | "REQUIRE_APPROVAL" | "BLOCK";
        };
        /** @internal */
        readonly PolicySettingsBody: {
            /** @enum {string} */
            readonly unmatched: "ALLOW" | "REQUIRE_APPROVAL" | "BLOCK";
        };
        /** @description The decisions of a draft policy alone on past calls. */
        /** @internal */
        readonly PolicySimulation: {
            readonly from: components["schemas"]["Time"];
            readonly to: components["schemas"]["Time"];
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
                readonly actionId: components["schemas"]["Id"];
                readonly sessionId: components["schemas"]["Id"];
                readonly agentId: components["schemas"]["AgentSlug"];
                /** @description `<connector>.<resource>.<verb>` */
                readonly apiName: string;
                readonly summary: string;
                readonly payloadSummary: string;
                /** @enum {string|null} */
                readonly decision: "ALLOW" | "REQUIRE_APPROVAL" | "BLOCK" | null;
                /** @enum {string} */
                readonly recordedDecision: "ALLOW" | "REQUIRE_APPROVAL" | "BLOCK";
                readonly status: components["schemas"]["ActionStatus"];
                readonly undone: boolean;
                readonly createdAt: components["schemas"]["Time"];
            }[];
            readonly warnings: readonly {
                /** @enum {string} */
                readonly code: "look-alike";
                readonly message: string;
                readonly apiNames: readonly string[];
            }[];
        };
        /** @description Outcomes of the calls of live sessions that a policy matched. Each figure belongs to the day on which the call was logged. */
        /** @internal */
        readonly PolicyStatistics: {
            readonly policyId: components["schemas"]["Id"];
            /** @description Calls are counted from then on: the first of the days began, or the policy was made. */
            readonly since: components["schemas"]["Time"];
            /** @description Calls that it matched while it was enforced. */
            readonly matches: number;
            /** @description Approvals that it asked for. */
            readonly approvals: number;
            /** @description Matched calls that a rollback undid later. */
            readonly laterUndone: number;
            readonly decisions: {
                readonly approved: number;
                readonly rejected: number;
                readonly expired: number;
                readonly withdrawn: number;
            };
            /** @description The approved share of what was approved or rejected, also by the end of a hold; null if there was nothing. */
            readonly shareApproved: number | null;
            /** @description From the request to the decision of an operator, in whole seconds; of two in the middle, their mean. */
            readonly medianSecondsToDecide: number | null;
            /** @description While it was a shadow policy: what it would have done. */
            readonly shadow: {
                readonly matches: number;
                readonly wouldHave: {
                    readonly allowed: number;
                    readonly gated: number;
                    readonly blocked: number;
                };
                /** @description Calls that it would have held up, and the enforced policies did not. */
                readonly newlyHeldUp: number;
                readonly laterUndone: number;
            };
            /** @description Oldest first, today last. */
            readonly days: readonly {
                /**
                 * Format: date
                 * @description A day in UTC.
                 */
                readonly day: string;
                /** @description Calls that it matched while it was enforced. */
                readonly matches: number;
                /** @description Approvals that it asked for. */
                readonly approvals: number;
                /** @description Matched calls that a rollback undid later. */
                readonly laterUndone: number;
                readonly approved: number;
                readonly rejected: number;
                readonly shadowMatches: number;
            }[];
        };
        /** @description A policy that could be said better, by what was called and decided. */
        /** @internal */
        readonly PolicySuggestion: {
            /** @description The same suggestion has the same id. */
            readonly id: string;
            /** @enum {string} */
            readonly kind: "unnamed-operation" | "never-matched" | "covered" | "always-approved";
            /** @description The policy that the draft replaces; null: the draft is a new one. */
            readonly policyId: components["schemas"]["Id"] | null;
            /** @description `<connector>.<resource>.<verb>` */
            readonly apiName: string | null;
            readonly coveredBy: readonly components["schemas"]["Id"][];
            readonly figures: {
                readonly days: number;
                readonly calls: number;
                /** @description A rollback undid them later. */
                readonly undone: number;
                readonly agents: number | null;
                readonly approvals: number;
                readonly medianSecondsToDecide: number | null;
            };
            readonly draft: components["schemas"]["CreatePolicyBody"];
        };
        /** @description The snapshot of what a call is about to change; a capture that failed does not stop the call. */
        readonly Precapture: {
            /** @description Binds the snapshot to one call of the session with the same arguments. */
            readonly precaptureId: components["schemas"]["Id"];
            /** @description The call may run and cannot be undone. */
            readonly captureFailed: boolean;
        };
        /** @internal */
        readonly PrecaptureBody: {
            readonly apiName: string;
            readonly payload: components["schemas"]["JsonObject"];
            readonly connection?: components["schemas"]["ConnectionBody"];
            /** Format: uuid */
            readonly actionId?: string;
        };
        /** @internal */
        readonly PreviewBody: {
            readonly payload: components["schemas"]["JsonObject"];
            readonly payloadHash?: components["schemas"]["Sha256"];
        };
        /** @description A refusal (RFC 9457). Act on the end of `type`, show `detail`, quote `requestId`. */
        readonly Problem: {
            readonly type: string;
            readonly title: string;
            readonly status: number;
            readonly detail: string;
            readonly requestId: components["schemas"]["Id"];
            readonly actionId?: components["schemas"]["Id"];
            readonly policyIds?: readonly components["schemas"]["Id"][];
            /**
             * @description Why a call was refused.
             * @enum {string}
             */
            readonly code?: "policy" | "rejected" | "expired" | "withdrawn" | "revoked" | "lapsed" | "cancelled" | "paused" | "quota" | "unavailable";
            readonly errors?: readonly {
                readonly field: string;
                readonly message: string;
            }[];
        };
        /**
         * @description The last part of the `type` of a problem.
         * @enum {string}
         */
        readonly ProblemCode: "validation-failed" | "invalid-token" | "bad-request" | "invalid-signature" | "session-not-open" | "invalid-link" | "unauthenticated" | "cross-origin" | "operator-required" | "agent-required" | "scope-missing" | "plan-required" | "proof-required" | "policy-blocked" | "operation-not-offered" | "agent-paused" | "not-an-approver" | "agent-mismatch" | "not-found" | "method-not-allowed" | "request-timeout" | "idempotency-conflict" | "session-closed" | "session-rolled-back" | "session-rolling-back" | "illegal-transition" | "already-begun" | "calls-open" | "precapture-mismatch" | "already-decided" | "not-approved" | "already-approved-by-you" | "redacted-arguments" | "not-grantable" | "approve-alone" | "too-many-policies" | "policies-changed" | "too-many-webhooks" | "already-run" | "payload-changed" | "not-rollable" | "not-revertible" | "plan-changed" | "rollback-running" | "already-settled" | "not-settleable" | "not-erasable" | "agent-registered" | "pause-unfinished" | "agent-is-paused" | "email-taken" | "already-signed-in" | "already-member" | "group-in-use" | "too-many-groups" | "already-invited" | "last-member" | "conflict" | "too-large" | "uri-too-long" | "unsupported-media-type" | "rate-limited" | "quota-exceeded" | "precapture-limit" | "headers-too-large" | "internal" | "billing-not-configured" | "billing-unavailable" | "oauth-not-configured" | "not-ready" | "unavailable";
        /** @description The cause of a problem, and what to do about it. */
        /** @internal */
        readonly ProblemEntry: {
            readonly code: components["schemas"]["ProblemCode"];
            readonly title: string;
            readonly status: number;
            readonly when: string;
            readonly advice: string;
        };
        /** @internal */
        readonly PutCredentialBody: {
            readonly values?: {
                readonly [key: string]: string;
            };
            readonly agentOperations?: readonly string[];
        };
        /** @description The service has recorded the event. */
        /** @internal */
        readonly Received: {
            /** @constant */
            readonly received: true;
        };
        /** @internal */
        readonly RedactionRuleBody: {
            readonly name: string;
            readonly apiNamePattern: string;
            readonly path: string;
        };
        /** @description Rules by which parts of calls are replaced before they are stored. */
        /** @internal */
        readonly RedactionSettings: {
            /** @description Values that are known by their form, wherever they stand. */
            readonly kinds: readonly ("card-number" | "key" | "email")[];
            readonly rules: readonly {
                /** @description It stands in the place of the value. */
                readonly name: string;
                readonly apiNamePattern: string;
                /** @description Begins with `payload`, `response`, `snapshot`, or `*` for all of them. */
                readonly path: string;
            }[];
        };
        /** @internal */
        readonly RedactionSettingsBody: {
            readonly kinds: readonly ("card-number" | "key" | "email")[];
            readonly rules: readonly components["schemas"]["RedactionRuleBody"][];
        };
        /** @internal */
        readonly RegisterAgentBody: {
            readonly slug: string;
            readonly description?: string;
            readonly displayName?: string;
        };
        /** @internal */
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
            /** @description The version of the provider's API, as the provider names it. */
            readonly apiVersion: string;
            readonly resource: string;
            readonly verb: string;
            readonly operationType: components["schemas"]["OperationType"];
            /**
             * @description Says whether an undo restores the very state, only makes up for the call, or does not exist.
             * @enum {string}
             */
            readonly reversibility: "exact" | "compensating" | "none";
            /** @description The undo, in words. */
            readonly inverse: string | null;
            /**
             * @description True if the undo needs a capture of the state before the call.
             * @enum {string}
             */
            readonly precapture: "required" | "none";
            /** @description JSON Schema of the arguments. */
            readonly payloadSchema: components["schemas"]["JsonObject"];
            readonly credentialFields: readonly {
                readonly name: string;
                readonly required: boolean;
                readonly description: string;
                readonly isPublic?: boolean;
            }[];
            /** @description Facts of its calls that policies can compare. */
            readonly facts: readonly string[];
            /** @description A template of the sentence that describes a call; null if the sentence is its name and three arguments. */
            readonly summary: string | null;
            /** @description Round trips against a real counterpart run in the tests of this connector. */
            readonly verified: boolean;
            readonly notes: string | null;
            /** @description By what a change by another client is noticed. */
            readonly driftSignal: string | null;
            /** @description Hours within which the provider lets it be undone; null: no limit. */
            readonly undoableForHours: number | null;
            /** @description The service itself can make the call, where an operator offers it. */
            readonly performable: boolean;
            /** @description Why it cannot. */
            readonly unperformableReason: string | null;
            /**
             * @description The advised policy where the call cannot be undone.
             * @enum {string|null}
             */
            readonly advice: "REQUIRE_APPROVAL" | null;
        };
        /** @internal */
        readonly RejectBody: {
            readonly reason?: string;
            readonly payloadHash?: components["schemas"]["Sha256"];
        };
        /** @internal */
        readonly ResetPasswordBody: {
            readonly token: string;
            readonly newPassword: string;
        };
        /** @description The steps that taking a rollback back would make now. */
        /** @internal */
        readonly RevertPlan: {
            readonly sessionId: components["schemas"]["Id"];
            /** @enum {string} */
            readonly displayStatus: "ACTIVE" | "COMPLETED" | "ABANDONED" | "AWAITING_APPROVAL" | "ROLLING_BACK" | "REVERTED" | "PARTIALLY_REVERTED" | "ROLLBACK_FAILED";
            readonly counters: components["schemas"]["SessionCounters"];
            /** @enum {string} */
            readonly state: "planned";
            /** @description The rollback that would be reverted. */
            readonly rollbackId: components["schemas"]["Id"];
            /** @description A revert may name it as `planHash`. */
            readonly hash: components["schemas"]["Sha256"];
            /** @description In the order in which the calls would be reapplied: what was undone last comes first. */
            readonly plan: readonly {
                readonly actionId: components["schemas"]["Id"];
                /** @description `<connector>.<resource>.<verb>` */
                readonly apiName: string;
                readonly summary: string;
                readonly status: components["schemas"]["ActionStatus"];
                /** @enum {string} */
                readonly class: "exact" | "compensating" | "impossible";
                /** @description The exact calls to the provider. */
                readonly calls: readonly string[];
                /** @description Differences to the state before the rollback that will remain. */
                readonly remains: readonly string[];
                /** @description Why it is impossible. */
                readonly reason: string | null;
                /** @description A warning to the operator who forces it. */
                readonly warning: string | null;
            }[];
        };
        /** @internal */
        readonly RollBackAgentBody: {
            readonly since: string;
        };
        /** @internal */
        readonly RollbackBody: {
            /** @enum {string} */
            readonly onConflict?: "skip" | "force";
            readonly force?: readonly string[];
            readonly planHash?: components["schemas"]["Sha256"];
        };
        /** @description The event rollback.finished. */
        readonly RollbackFinishedEvent: {
            readonly id: components["schemas"]["Id"];
            /** @constant */
            readonly type: "rollback.finished";
            readonly timestamp: components["schemas"]["Time"];
            readonly data: {
                readonly sessionId: components["schemas"]["Id"];
                readonly agentId: string;
                readonly onBehalfOf?: components["schemas"]["OnBehalfOf"];
                readonly labels?: components["schemas"]["Labels"];
                readonly simulated: boolean;
                readonly rollbackId: components["schemas"]["Id"];
                readonly actionId: components["schemas"]["Id"] | null;
                readonly fromActionId: components["schemas"]["Id"] | null;
                readonly toolCallId: components["schemas"]["ToolCallId"];
                readonly agentRollbackId: components["schemas"]["Id"] | null;
                /** @enum {string} */
                readonly status: "FINISHED";
                /** @description The number of steps by outcome. */
                readonly outcomes: {
                    readonly ROLLED_BACK?: number;
                    readonly ROLLBACK_FAILED?: number;
                    readonly CONFLICT?: number;
                    readonly IRREVERSIBLE?: number;
                    readonly UNKNOWN?: number;
                    readonly SKIPPED?: number;
                };
                readonly startedAt: components["schemas"]["Time"];
                readonly finishedAt: components["schemas"]["Time"];
                /** @description Opens the dashboard. */
                readonly url: string;
            };
        };
        /** @description The steps that a rollback would make now. */
        /** @internal */
        readonly RollbackPlan: {
            readonly sessionId: components["schemas"]["Id"];
            /** @enum {string} */
            readonly displayStatus: "ACTIVE" | "COMPLETED" | "ABANDONED" | "AWAITING_APPROVAL" | "ROLLING_BACK" | "REVERTED" | "PARTIALLY_REVERTED" | "ROLLBACK_FAILED";
            readonly counters: components["schemas"]["SessionCounters"];
            /** @enum {string} */
            readonly state: "planned";
            /** @description A rollback may name it as `planHash`. It is the hash of the whole plan, also where a part is shown. */
            readonly hash: components["schemas"]["Sha256"];
            readonly plan: readonly {
                readonly actionId: components["schemas"]["Id"];
                /** @description `<connector>.<resource>.<verb>` */
                readonly apiName: string;
                readonly summary: string;
                readonly status: components["schemas"]["ActionStatus"];
                /** @description A later call on the same resource, which is to be undone first. */
                readonly newerActionId: components["schemas"]["Id"] | null;
                /** @description The time until which the provider lets it be undone; null without a limit. */
                readonly until: components["schemas"]["Time"] | null;
                /** @enum {string} */
                readonly class: "exact" | "compensating" | "impossible";
                /** @description The exact calls to the provider; for operators. */
                readonly calls: readonly string[];
                /** @description Traces that the undo will leave; for operators. */
                readonly remains: readonly string[];
                /** @description Why it is impossible. */
                readonly reason: string | null;
                /** @description A warning before the undo: the outcome is not certain, or the call ran together with others; for operators. */
                readonly warning: string | null;
            }[];
            /** @description Calls that only the agent says are reads: no connector knows their names. */
            readonly unverifiedReads: readonly {
                readonly actionId: components["schemas"]["Id"];
                /** @description `<connector>.<resource>.<verb>` */
                readonly apiName: string;
            }[];
            /** @description For agents: calls that were undone, in the order they were logged. What the agent knows of them is not so any more. */
            readonly noLonger?: readonly {
                readonly actionId: components["schemas"]["Id"];
                readonly toolCallId: components["schemas"]["ToolCallId"];
                /** @description `<connector>.<resource>.<verb>` */
                readonly apiName: string;
            }[];
        };
        /** @description The steps that a rollback has made so far. */
        readonly RollbackReport: {
            readonly sessionId: components["schemas"]["Id"];
            /** @enum {string} */
            readonly displayStatus: "ACTIVE" | "COMPLETED" | "ABANDONED" | "AWAITING_APPROVAL" | "ROLLING_BACK" | "REVERTED" | "PARTIALLY_REVERTED" | "ROLLBACK_FAILED";
            readonly counters: components["schemas"]["SessionCounters"];
            /** @enum {string} */
            readonly state: "running" | "finished";
            readonly rollbackId: components["schemas"]["Id"];
            /** @description It undid this call and every later one; null: the session, or one call. */
            readonly fromActionId: components["schemas"]["Id"] | null;
            /** @description It undid the calls of this tool call; null: others. */
            readonly toolCallId: components["schemas"]["ToolCallId"];
            /** @description It took this rollback back; null: it is a rollback. */
            readonly reverts: components["schemas"]["Id"] | null;
            readonly startedAt: components["schemas"]["Time"];
            readonly finishedAt: components["schemas"]["Time"] | null;
            readonly progress: {
                /** @description Steps that came to their end. */
                readonly finished: number;
                readonly total: number;
            };
            /** @description Last effect first. */
            readonly results: readonly {
                readonly actionId: components["schemas"]["Id"];
                /** @description `<connector>.<resource>.<verb>` */
                readonly apiName: string;
                /** @description The call as one sentence; null where its arguments are larger than 16 KB. */
                readonly summary: string | null;
                /**
                 * @description Null while it is under way. REAPPLIED exists in reverts alone: what the undo had replaced is back.
                 * @enum {string|null}
                 */
                readonly outcome: "ROLLED_BACK" | "ROLLBACK_FAILED" | "CONFLICT" | "IRREVERSIBLE" | "UNKNOWN" | "SKIPPED" | "REAPPLIED" | null;
                /** @description Its outcome is not certain, and nothing proves that the resource looks so because of this call: `force` undoes it all the same. */
                readonly isUnproved: boolean;
                /**
                 * @description What a person said of its effect; null where none did.
                 * @enum {string|null}
                 */
                readonly settledAs: "undone" | "kept" | null;
                /** @description The person who said so; agents see a role. */
                readonly settledBy: string | null;
                readonly settledAt: components["schemas"]["Time"] | null;
                /** @description The person's note; for operators. */
                readonly settledNote?: string | null;
                /** @description A fixed code; the words are for operators. */
                readonly detail: string | null;
                /** @description For operators. */
                readonly items?: readonly components["schemas"]["UndoneItem"][];
            }[];
            /** @description A further rollback may name it as `planHash`. It is null while the rollback runs, and when nothing is left to undo. */
            readonly hash: components["schemas"]["Sha256"] | null;
            /** @description Calls that only the agent says are reads: no connector knows their names. */
            readonly unverifiedReads: readonly {
                readonly actionId: components["schemas"]["Id"];
                /** @description `<connector>.<resource>.<verb>` */
                readonly apiName: string;
            }[];
            /** @description For agents: calls that were undone, in the order they were logged. What the agent knows of them is not so any more. */
            readonly noLonger?: readonly {
                readonly actionId: components["schemas"]["Id"];
                readonly toolCallId: components["schemas"]["ToolCallId"];
                /** @description `<connector>.<resource>.<verb>` */
                readonly apiName: string;
            }[];
        };
        /** @description The event rollback.reverted. */
        readonly RollbackRevertedEvent: {
            readonly id: components["schemas"]["Id"];
            /** @constant */
            readonly type: "rollback.reverted";
            readonly timestamp: components["schemas"]["Time"];
            readonly data: {
                readonly sessionId: components["schemas"]["Id"];
                readonly agentId: string;
                readonly onBehalfOf?: components["schemas"]["OnBehalfOf"];
                readonly labels?: components["schemas"]["Labels"];
                readonly simulated: boolean;
                /** @description The id of the revert. */
                readonly rollbackId: components["schemas"]["Id"];
                /** @description The rollback that it took back. */
                readonly reverts: components["schemas"]["Id"];
                /** @enum {string} */
                readonly status: "FINISHED";
                /** @description The number of steps by outcome. */
                readonly outcomes: {
                    readonly ROLLED_BACK?: number;
                    readonly ROLLBACK_FAILED?: number;
                    readonly CONFLICT?: number;
                    readonly IRREVERSIBLE?: number;
                    readonly UNKNOWN?: number;
                    readonly SKIPPED?: number;
                    readonly REAPPLIED?: number;
                };
                readonly startedAt: components["schemas"]["Time"];
                readonly finishedAt: components["schemas"]["Time"];
                /** @description Opens the dashboard. */
                readonly url: string;
            };
        };
        /** @description A session as the service sees it. */
        readonly Session: {
            readonly id: components["schemas"]["Id"];
            readonly agentId: components["schemas"]["AgentSlug"];
            /** @description The purpose of the session, in words. */
            readonly intent: string;
            readonly onBehalfOf: components["schemas"]["OnBehalfOf"];
            readonly labels: components["schemas"]["Labels"];
            /** @enum {string} */
            readonly status: "ACTIVE" | "COMPLETED" | "ABANDONED";
            /**
             * @description The status as people see it; it also says what was undone.
             * @enum {string}
             */
            readonly displayStatus: "ACTIVE" | "COMPLETED" | "ABANDONED" | "AWAITING_APPROVAL" | "ROLLING_BACK" | "REVERTED" | "PARTIALLY_REVERTED" | "ROLLBACK_FAILED";
            readonly counters: components["schemas"]["SessionCounters"];
            /** @description Opened with a test key: no provider is called. */
            readonly simulated: boolean;
            readonly allowedCommands: {
                /** @description True while there is something left to roll back. */
                readonly rollbackSession: boolean;
            };
            readonly createdAt: components["schemas"]["Time"];
            readonly updatedAt: components["schemas"]["Time"];
            readonly completedAt: components["schemas"]["Time"] | null;
            readonly lastActivityAt: components["schemas"]["Time"];
        };
        /** @description The number of a session's actions by status. */
        readonly SessionCounters: {
            /** @description Took effect, and was not undone. */
            readonly success: number;
            /** @description Did not take effect. */
            readonly failed: number;
            /** @description Waits for a person. */
            readonly pendingApproval: number;
            /** @description May run; its outcome is not reported yet. */
            readonly cleared: number;
            /** @description A policy blocked it. */
            readonly blocked: number;
            /** @description Its client does not know its outcome, and no read has shown it. */
            readonly unknown: number;
            /** @description Undone, and read back. */
            readonly rolledBack: number;
            /** @description Could not be undone so far. */
            readonly rollbackFailed: number;
        };
        /** @description Says how a session keeps to its intent. */
        /** @internal */
        readonly SessionIntent: {
            readonly sessionId: components["schemas"]["Id"];
            /** @enum {string} */
            readonly verdict: "ALIGNED" | "REVIEW" | "DRIFTED" | "INSUFFICIENT_EVIDENCE";
            readonly driftScore: number;
            readonly scopeAdherence: number | null;
            readonly targetAdherence: number | null;
            readonly effectSeverity: number | null;
            readonly driftOnsetActionId: components["schemas"]["Id"] | null;
            readonly worstActionId: components["schemas"]["Id"] | null;
            readonly evaluator: {
                readonly name: string;
                /** @description The scores are the last that could be found. */
                readonly failed: boolean;
            };
            readonly level: {
                /** @description The number of sessions in a hundred of an agent that may be DRIFTED. */
                readonly alarmBudget: number;
                /** @description Other sessions of the agent that the level was learned from, 500 at most. */
                readonly sessions: number;
                /** @description The driftScore from which a session of the agent is REVIEW. */
                readonly reviewFrom: number;
                /** @description The driftScore from which a session of the agent is DRIFTED; null before 20 other sessions were scored. */
                readonly driftedFrom: number | null;
                /** @description The number of other sessions in a hundred of the agent with a lower driftScore; null before 20 were scored. */
                readonly percentile: number | null;
                /** @description The level would be higher if it might rise faster in a day. */
                readonly heldBack: boolean;
                /** @description Sessions with a driftScore from 0 to 0.1, from 0.1 to 0.2, and so on. */
                readonly history: readonly number[];
            };
            /** @description The newest first, at most 100. */
            readonly feedback: readonly components["schemas"]["IntentMark"][];
            readonly actions: readonly {
                readonly actionId: components["schemas"]["Id"];
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
        /** @internal */
        readonly SessionIntentSummary: {
            readonly sessionId: components["schemas"]["Id"];
            readonly agentId: components["schemas"]["AgentSlug"];
            readonly intent: string;
            readonly simulated: boolean;
            /** @enum {string} */
            readonly verdict: "ALIGNED" | "REVIEW" | "DRIFTED" | "INSUFFICIENT_EVIDENCE";
            readonly driftScore: number;
            readonly scopeAdherence: number | null;
            readonly targetAdherence: number | null;
            readonly effectSeverity: number | null;
            readonly driftOnsetActionId: components["schemas"]["Id"] | null;
            readonly worstActionId: components["schemas"]["Id"] | null;
            readonly evaluator: {
                readonly name: string;
                /** @description The scores are the last that could be found. */
                readonly failed: boolean;
            };
            readonly actions: number;
            readonly reasons: readonly {
                readonly actionId: components["schemas"]["Id"];
                readonly code: string;
                readonly message: string;
                /** @description Untrusted text of the call. */
                readonly evidence?: string;
            }[];
            readonly evaluatedAt: components["schemas"]["Time"] | null;
        };
        /** @internal */
        readonly SessionRollbackBody: {
            /** Format: uuid */
            readonly fromActionId?: string;
            readonly toolCallId?: string;
            /** @enum {string} */
            readonly onConflict?: "skip" | "force";
            readonly force?: readonly string[];
            readonly planHash?: components["schemas"]["Sha256"];
            readonly subtract?: readonly string[];
        };
        /** @description A session with all of its actions, in the order they were logged. */
        readonly SessionWithActions: {
            readonly id: components["schemas"]["Id"];
            readonly agentId: components["schemas"]["AgentSlug"];
            /** @description The purpose of the session, in words. */
            readonly intent: string;
            readonly onBehalfOf: components["schemas"]["OnBehalfOf"];
            readonly labels: components["schemas"]["Labels"];
            /** @enum {string} */
            readonly status: "ACTIVE" | "COMPLETED" | "ABANDONED";
            /**
             * @description The status as people see it; it also says what was undone.
             * @enum {string}
             */
            readonly displayStatus: "ACTIVE" | "COMPLETED" | "ABANDONED" | "AWAITING_APPROVAL" | "ROLLING_BACK" | "REVERTED" | "PARTIALLY_REVERTED" | "ROLLBACK_FAILED";
            readonly counters: components["schemas"]["SessionCounters"];
            /** @description Opened with a test key: no provider is called. */
            readonly simulated: boolean;
            readonly allowedCommands: {
                /** @description True while there is something left to roll back. */
                readonly rollbackSession: boolean;
            };
            readonly createdAt: components["schemas"]["Time"];
            readonly updatedAt: components["schemas"]["Time"];
            readonly completedAt: components["schemas"]["Time"] | null;
            readonly lastActivityAt: components["schemas"]["Time"];
            readonly actions: readonly components["schemas"]["Action"][];
        };
        /** @internal */
        readonly SettleBody: {
            /** @enum {string} */
            readonly as: "undone" | "kept";
            readonly note: string;
        };
        /** @description SHA-256, in hex. */
        readonly Sha256: string;
        /** @description The operator who signed in, and their token. */
        /** @internal */
        readonly SignedIn: {
            readonly token: string;
            readonly user: {
                readonly id: components["schemas"]["Id"];
                readonly email: string;
                readonly name: string;
                readonly emailVerified: boolean;
            };
            readonly organization: {
                readonly id: components["schemas"]["Id"];
                readonly name: string;
                /** @enum {string} */
                readonly plan: "FREE" | "PRO" | "TEAM";
            };
        };
        /** @internal */
        readonly SimulatePolicyBody: {
            readonly name?: string | null;
            readonly apiNamePattern: string;
            readonly condition?: components["schemas"]["Condition"] | null;
            /** @enum {string} */
            readonly action: "ALLOW" | "REQUIRE_APPROVAL" | "BLOCK";
            readonly enabled?: boolean;
            readonly reason?: string | null;
            /** @enum {string} */
            readonly mode?: "enforce" | "shadow";
            readonly requiredApprovals?: number;
            /** @enum {string} */
            readonly onChange?: "ask" | "run";
            readonly expiresAfterSeconds?: number | null;
            /** @enum {string} */
            readonly onExpiry?: "reject" | "approve";
            readonly approvalUsableSeconds?: number | null;
            readonly approvers?: readonly string[];
            readonly allowRequester?: boolean | null;
            readonly days?: number;
        };
        /** @description The state that a call was about to change. */
        readonly Snapshot: {
            readonly precaptureId: components["schemas"]["Id"];
            /** @description The call may run and cannot be undone. */
            readonly captureFailed: boolean;
            /** @description Why it failed: to agents a fixed code. */
            readonly reason: string | null;
            /** @description The names of what was captured; null where the capture failed. */
            readonly resource: components["schemas"]["Json"];
            readonly capturedAt: components["schemas"]["Time"] | null;
            /** @description For operators only. */
            readonly content?: components["schemas"]["Json"];
        };
        /**
         * Format: date-time
         * @description ISO 8601, UTC, milliseconds.
         */
        readonly Time: string;
        /** @description A token that stands for an API key for 15 minutes. */
        /** @internal */
        readonly Token: {
            readonly token: string;
        };
        /** @internal */
        readonly TokenBody: {
            readonly apiKey: string;
        };
        /** @description The id that the agent's framework gave to the tool call; null if it gave none. */
        readonly ToolCallId: string | null;
        /** @description The span of the application that asked, as W3C Trace Context writes it; null: it said nothing. */
        readonly Traceparent: string | null;
        /** @internal */
        readonly UndoBody: {
            readonly subtract?: readonly string[];
            /** @enum {string} */
            readonly onConflict?: "skip" | "force";
            readonly force?: readonly string[];
            readonly planHash?: components["schemas"]["Sha256"];
        };
        /** @description Says whether calls on a row of one table could be undone. Nothing was written. */
        /** @internal */
        readonly UndoTrial: {
            readonly table: string;
            readonly calls: readonly {
                readonly apiName: string;
                /** @description The state before the call could be read. */
                readonly captured: boolean;
                /** @enum {string} */
                readonly class: "exact" | "compensating" | "impossible";
                /** @description The statements that would undo it. */
                readonly calls: readonly string[];
                /** @description Traces that would remain. */
                readonly remains: readonly string[];
                /** @description Why it could not be undone; null where it could. */
                readonly reason: string | null;
            }[];
            /** @description Why there was nothing to try; null where there was. */
            readonly reason: string | null;
        };
        /** @description One thing that an undo looked at. */
        readonly UndoneItem: {
            readonly resource: string;
            readonly formerly?: string;
            /** @enum {string} */
            readonly result: "restored" | "already-restored" | "conflict" | "forced" | "impossible";
            readonly fields: readonly {
                readonly field: string;
                readonly before: components["schemas"]["Json"];
                readonly after: components["schemas"]["Json"];
                readonly now: components["schemas"]["Json"];
                /** @enum {string} */
                readonly result: "restored" | "already-restored" | "conflict" | "forced" | "untouched";
                /** @description The amount that the call added to a number in conflict; `subtract` takes it off the present number. */
                readonly added?: string;
            }[];
        };
        /** @description The sessions with each verdict. */
        /** @internal */
        readonly VerdictCounts: {
            readonly ALIGNED: number;
            readonly REVIEW: number;
            readonly DRIFTED: number;
            readonly INSUFFICIENT_EVIDENCE: number;
        };
        /** @description The address is its user's. */
        /** @internal */
        readonly Verified: {
            readonly verified: boolean;
            readonly email: string;
        };
        /** @description A receiver of events. */
        /** @internal */
        readonly Webhook: {
            readonly id: components["schemas"]["Id"];
            /** @enum {string} */
            readonly kind: "webhook" | "slack" | "email";
            readonly url: string | null;
            /** @description The types of events that it receives. */
            readonly events: readonly string[];
            readonly description: string;
            readonly enabled: boolean;
            /** @enum {string|null} */
            readonly disabledReason: "gone" | "failing" | "operator" | null;
            readonly disabledAt: components["schemas"]["Time"] | null;
            readonly failingSince: components["schemas"]["Time"] | null;
            readonly createdAt: components["schemas"]["Time"];
            readonly updatedAt: components["schemas"]["Time"];
        };
        /** @description The event webhook.test. */
        readonly WebhookTestEvent: {
            readonly id: components["schemas"]["Id"];
            /** @constant */
            readonly type: "webhook.test";
            readonly timestamp: components["schemas"]["Time"];
            readonly data: {
                readonly webhookId: components["schemas"]["Id"];
                /** @description Opens the dashboard. */
                readonly url: string;
            };
        };
    };
    /** @internal */
    responses: never;
    /** @internal */
    parameters: {
        /** @description The same key and body never do anything twice, for 24 hours. */
        readonly "header.Idempotency-Key": string;
        /** @description The ETag of the answer that the client has. With `wait` the request is held until the list differs. */
        readonly "header.If-None-Match": string;
        readonly "path.actionId": string;
        readonly "path.code": string;
        readonly "path.connector": string;
        readonly "path.file": string;
        readonly "path.id": string;
        readonly "path.path": string;
        readonly "path.rollbackId": string;
        readonly "query.after": number;
        readonly "query.agentId": string;
        readonly "query.blocked": true;
        readonly "query.connector": string;
        readonly "query.connector.2": string;
        readonly "query.connectors": string;
        readonly "query.cursor": string;
        readonly "query.cursor.2": string;
        readonly "query.cursor.3": number;
        readonly "query.cursor.4": string;
        readonly "query.days": number;
        readonly "query.dirty": boolean;
        readonly "query.drift": "ALIGNED" | "REVIEW" | "DRIFTED" | "INSUFFICIENT_EVIDENCE";
        readonly "query.fromActionId": string;
        readonly "query.label": string;
        readonly "query.limit": number;
        readonly "query.limit.2": number;
        readonly "query.onBehalfOf": string;
        readonly "query.plan": "PRO" | "TEAM";
        readonly "query.since": string;
        readonly "query.since.2": string;
        readonly "query.status": "ACTIVE" | "COMPLETED" | "ABANDONED" | "AWAITING_APPROVAL" | "ROLLING_BACK" | "REVERTED" | "PARTIALLY_REVERTED" | "ROLLBACK_FAILED";
        readonly "query.status.2": "PENDING" | "APPROVED" | "UNUSED" | "REJECTED" | "DECIDED" | "ALL";
        readonly "query.table": string;
        readonly "query.target": string;
        readonly "query.text": string;
        readonly "query.text.2": string;
        readonly "query.token": string;
        readonly "query.toolCallId": string;
        readonly "query.traceId": string;
        readonly "query.until": string;
        readonly "query.wait": number;
    };
    /** @internal */
    requestBodies: never;
    /** @internal */
    headers: {
        /** @description Identifies the state of the list. */
        readonly ETag: string;
        /** @description `true`: it was answered before. */
        readonly "Idempotency-Replayed": string;
        /** @description The next page, `rel="next"`. */
        readonly Link: string;
        readonly RateLimit: string;
        /** @description A search for `text` has looked at what is of that moment or newer. */
        readonly "Searched-To": string;
    };
    /** @internal */
    pathItems: never;
}
/** @internal */
export type $defs = Record<string, never>;
/** @internal */
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
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["FrontPage"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                    readonly "text/html": string;
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
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly agentsList: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: components["parameters"]["query.limit"];
                readonly cursor?: components["parameters"]["query.cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Agent"][];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RegisterAgentBody"];
            };
        };
        readonly responses: {
            /** @description Created. */
            readonly 201: {
                headers: {
                    readonly "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Agent"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Agent"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["ChangeAgentBody"];
            };
        };
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Agent"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Deleted"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly agentsPlanRollback: {
        readonly parameters: {
            readonly query: {
                readonly since: components["parameters"]["query.since.2"];
                readonly after?: components["parameters"]["query.after"];
                readonly limit?: components["parameters"]["query.limit.2"];
            };
            readonly header?: never;
            readonly path: {
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AgentRollbackPlan"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            readonly path: {
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RollBackAgentBody"];
            };
        };
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["AgentRollback"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly apiKeysList: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: components["parameters"]["query.limit"];
                readonly cursor?: components["parameters"]["query.cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["ApiKey"][];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly "application/json": components["schemas"]["CreateApiKeyBody"];
            };
        };
        readonly responses: {
            /** @description Created. */
            readonly 201: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["CreatedApiKey"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Deleted"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly approvalsList: {
        readonly parameters: {
            readonly query?: {
                readonly status?: components["parameters"]["query.status.2"];
                readonly agentId?: components["parameters"]["query.agentId"];
                readonly connector?: components["parameters"]["query.connector.2"];
                readonly since?: components["parameters"]["query.since"];
                readonly until?: components["parameters"]["query.until"];
                readonly limit?: components["parameters"]["query.limit"];
                readonly cursor?: components["parameters"]["query.cursor"];
                readonly wait?: components["parameters"]["query.wait"];
            };
            readonly header?: {
                /** @description The ETag of the answer that the client has. With `wait` the request is held until the list differs. */
                readonly "If-None-Match"?: components["parameters"]["header.If-None-Match"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Approval"][];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DecisionsBody"];
            };
        };
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Decided"][];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly grantsList: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: components["parameters"]["query.limit"];
                readonly cursor?: components["parameters"]["query.cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Grant"][];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Deleted"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly approvalsGet: {
        readonly parameters: {
            readonly query?: {
                readonly wait?: components["parameters"]["query.wait"];
            };
            readonly header?: never;
            readonly path: {
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["ApprovalDetail"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            readonly path: {
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["ApproveBody"];
            };
        };
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["ApprovalDetail"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly handoverNote: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["NoteBody"];
            };
        };
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["ApprovalNote"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PreviewBody"];
            };
        };
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["ApprovalPreview"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            readonly path: {
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["RejectBody"];
            };
        };
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["ApprovalDetail"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly approvalsRevoke: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key and body never do anything twice, for 24 hours. */
                readonly "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            readonly path: {
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["ApprovalDetail"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly handoverView: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["ApprovalViewers"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly approvalsWithdraw: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key and body never do anything twice, for 24 hours. */
                readonly "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            readonly path: {
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["ApprovalDetail"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly attentionRead: {
        readonly parameters: {
            readonly query?: {
                readonly since?: components["parameters"]["query.since"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Attention"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly auditLogsList: {
        readonly parameters: {
            readonly query?: {
                readonly since?: components["parameters"]["query.since"];
                readonly until?: components["parameters"]["query.until"];
                readonly text?: components["parameters"]["query.text.2"];
                readonly limit?: components["parameters"]["query.limit"];
                readonly cursor?: components["parameters"]["query.cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly "Searched-To": components["headers"]["Searched-To"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["AuditEntry"][];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["BrowserSession"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Deleted"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly "application/json": components["schemas"]["ForgotPasswordBody"];
            };
        };
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Message"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly "application/json": components["schemas"]["LoginBody"];
            };
        };
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["SignedIn"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly "application/json": components["schemas"]["RegisterBody"];
            };
        };
        readonly responses: {
            /** @description Created. */
            readonly 201: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["SignedIn"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Message"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly "application/json": components["schemas"]["ResetPasswordBody"];
            };
        };
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Message"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly "application/json": components["schemas"]["TokenBody"];
            };
        };
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Token"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly recoveryVerify: {
        readonly parameters: {
            readonly query: {
                readonly token: components["parameters"]["query.token"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Verified"];
                };
            };
        };
    };
    readonly billingPortal: {
        readonly parameters: {
            readonly query?: {
                readonly plan?: components["parameters"]["query.plan"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["BillingPortal"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/html": string;
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
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit"];
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
                readonly path: components["parameters"]["path.path"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/html": string;
                    readonly "text/javascript": string;
                    readonly "text/css": string;
                    readonly "application/json": components["schemas"]["Json"];
                    readonly "application/manifest+json": string;
                    readonly "text/plain": string;
                    readonly "image/svg+xml": string;
                    readonly "image/png": string;
                    readonly "image/jpeg": string;
                    readonly "image/webp": string;
                    readonly "image/gif": string;
                    readonly "image/x-icon": string;
                    readonly "font/woff": string;
                    readonly "font/woff2": string;
                    readonly "application/wasm": string;
                    readonly "application/octet-stream": string;
                };
            };
        };
    };
    readonly dashboardFileHead: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly path: components["parameters"]["path.path"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit"];
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
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/html": string;
                };
            };
        };
    };
    readonly openApiFile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly file: components["parameters"]["path.file"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/css; charset=utf-8": string;
                    readonly "text/javascript; charset=utf-8": string;
                };
            };
        };
    };
    readonly errorsRead: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly code: components["parameters"]["path.code"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["ProblemEntry"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                    readonly "text/html": string;
                };
            };
        };
    };
    readonly actionExportActions: {
        readonly parameters: {
            readonly query?: {
                readonly since?: components["parameters"]["query.since"];
                readonly cursor?: components["parameters"]["query.cursor.4"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/x-ndjson": string;
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
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    readonly healthLive: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    readonly healthReady: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    readonly mcpListen: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Json"];
                    readonly "text/event-stream": string;
                };
            };
            /** @description The message was taken and needs no answer. */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly mcpPost: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Json"];
                    readonly "text/event-stream": string;
                };
            };
            /** @description The message was taken and needs no answer. */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly mcpEnd: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message was taken and needs no answer. */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
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
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Me"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["DeleteMeBody"];
            };
        };
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Deleted"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly "application/json": components["schemas"]["ChangeMeBody"];
            };
        };
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Me"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly mySessionsList: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: components["parameters"]["query.limit"];
                readonly cursor?: components["parameters"]["query.cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["OwnSession"][];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly mySessionsEnd: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Deleted"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly personalTokensList: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: components["parameters"]["query.limit"];
                readonly cursor?: components["parameters"]["query.cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["PersonalToken"][];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly personalTokensCreate: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreatePersonalTokenBody"];
            };
        };
        readonly responses: {
            /** @description Created. */
            readonly 201: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["CreatedPersonalToken"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly personalTokensRevoke: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Deleted"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Metrics"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["JsonObject"];
                };
            };
        };
    };
    readonly policiesList: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: components["parameters"]["query.limit"];
                readonly cursor?: components["parameters"]["query.cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Policy"][];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreatePolicyBody"];
            };
        };
        readonly responses: {
            /** @description Created. */
            readonly 201: {
                headers: {
                    readonly "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Policy"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly adviceRead: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["PolicySuggestion"][];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly policySetChange: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ChangePoliciesBody"];
            };
        };
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["PolicySet"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly "application/json": components["schemas"]["SimulatePolicyBody"];
            };
        };
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["PolicySimulation"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly policySetRead: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["PolicySet"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["ChangePolicyBody"];
            };
        };
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Policy"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Deleted"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly policyStatisticsRead: {
        readonly parameters: {
            readonly query?: {
                readonly days?: components["parameters"]["query.days"];
            };
            readonly header?: never;
            readonly path: {
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["PolicyStatistics"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Policy"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["RegistryEntry"][];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly sdkPackageRead: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly file: components["parameters"]["path.file"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/gzip": string;
                };
            };
        };
    };
    readonly sessionsList: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: components["parameters"]["query.limit"];
                readonly cursor?: components["parameters"]["query.cursor.2"];
                readonly agentId?: components["parameters"]["query.agentId"];
                readonly status?: components["parameters"]["query.status"];
                readonly dirty?: components["parameters"]["query.dirty"];
                readonly blocked?: components["parameters"]["query.blocked"];
                readonly drift?: components["parameters"]["query.drift"];
                readonly connector?: components["parameters"]["query.connector"];
                readonly target?: components["parameters"]["query.target"];
                readonly onBehalfOf?: components["parameters"]["query.onBehalfOf"];
                readonly label?: components["parameters"]["query.label"];
                readonly toolCallId?: components["parameters"]["query.toolCallId"];
                readonly traceId?: components["parameters"]["query.traceId"];
                readonly since?: components["parameters"]["query.since"];
                readonly until?: components["parameters"]["query.until"];
                readonly text?: components["parameters"]["query.text"];
                readonly wait?: components["parameters"]["query.wait"];
            };
            readonly header?: {
                /** @description The ETag of the answer that the client has. With `wait` the request is held until the list differs. */
                readonly "If-None-Match"?: components["parameters"]["header.If-None-Match"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Searched-To": components["headers"]["Searched-To"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["ListedSession"][];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateSessionBody"];
            };
        };
        readonly responses: {
            /** @description Created. */
            readonly 201: {
                headers: {
                    readonly "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Session"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly dirtyList: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: components["parameters"]["query.limit"];
                readonly cursor?: components["parameters"]["query.cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["DirtySession"][];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly feedbackList: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: components["parameters"]["query.limit"];
                readonly cursor?: components["parameters"]["query.cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["IntentMark"][];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["OrganizationIntent"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["SessionWithActions"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CompleteSessionBody"];
            };
        };
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Session"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly actionsPage: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: components["parameters"]["query.limit"];
                readonly cursor?: components["parameters"]["query.cursor.3"];
            };
            readonly header?: never;
            readonly path: {
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Action"][];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly actionsLog: {
        readonly parameters: {
            readonly query?: {
                readonly wait?: components["parameters"]["query.wait"];
            };
            readonly header?: {
                /** @description The same key and body never do anything twice, for 24 hours. */
                readonly "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            readonly path: {
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LogActionBody"];
            };
        };
        readonly responses: {
            /** @description Created. */
            readonly 201: {
                headers: {
                    readonly "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Action"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            readonly path: {
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PrecaptureBody"];
            };
        };
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Precapture"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly actionsAction: {
        readonly parameters: {
            readonly query?: {
                readonly wait?: components["parameters"]["query.wait"];
            };
            readonly header?: {
                /** @description The ETag of the answer that the client has. With `wait` the request is held until the list differs. */
                readonly "If-None-Match"?: components["parameters"]["header.If-None-Match"];
            };
            readonly path: {
                readonly id: components["parameters"]["path.id"];
                readonly actionId: components["parameters"]["path.actionId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Action"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly id: components["parameters"]["path.id"];
                readonly actionId: components["parameters"]["path.actionId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ConfirmActionBody"];
            };
        };
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Action"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly callsCancel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: components["parameters"]["path.id"];
                readonly actionId: components["parameters"]["path.actionId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Action"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly callErasureErase: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: components["parameters"]["path.id"];
                readonly actionId: components["parameters"]["path.actionId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Action"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            readonly path: {
                readonly id: components["parameters"]["path.id"];
                readonly actionId: components["parameters"]["path.actionId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["UndoBody"];
            };
        };
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["RollbackReport"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly settlementSettle: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key and body never do anything twice, for 24 hours. */
                readonly "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            readonly path: {
                readonly id: components["parameters"]["path.id"];
                readonly actionId: components["parameters"]["path.actionId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SettleBody"];
            };
        };
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Action"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["DirtySession"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["SessionIntent"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly feedbackMark: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key and body never do anything twice, for 24 hours. */
                readonly "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            readonly path: {
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MarkIntentBody"];
            };
        };
        readonly responses: {
            /** @description Created. */
            readonly 201: {
                headers: {
                    readonly "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["IntentMark"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["SessionIntentSummary"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Deleted"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly rollbackShow: {
        readonly parameters: {
            readonly query?: {
                readonly after?: components["parameters"]["query.after"];
                readonly limit?: components["parameters"]["query.limit"];
                readonly fromActionId?: components["parameters"]["query.fromActionId"];
                readonly toolCallId?: components["parameters"]["query.toolCallId"];
            };
            readonly header?: never;
            readonly path: {
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["RollbackReport"] | components["schemas"]["RollbackPlan"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            readonly path: {
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["SessionRollbackBody"];
            };
        };
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["RollbackReport"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly revertPlan: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: components["parameters"]["path.id"];
                readonly rollbackId: components["parameters"]["path.rollbackId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["RevertPlan"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly revertStart: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key and body never do anything twice, for 24 hours. */
                readonly "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            readonly path: {
                readonly id: components["parameters"]["path.id"];
                readonly rollbackId: components["parameters"]["path.rollbackId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["RollbackBody"];
            };
        };
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["RollbackReport"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["ConnectorHealth"][];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Credential"][];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly credentialsValidate: {
        readonly parameters: {
            readonly query: {
                readonly connectors: components["parameters"]["query.connectors"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["CredentialsCheck"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly connector: components["parameters"]["path.connector"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["PutCredentialBody"];
            };
        };
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Credential"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly connector: components["parameters"]["path.connector"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Deleted"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly credentialsTryOn: {
        readonly parameters: {
            readonly query: {
                readonly table: components["parameters"]["query.table"];
            };
            readonly header?: never;
            readonly path: {
                readonly connector: components["parameters"]["path.connector"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["UndoTrial"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly intentSettingsRead: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["IntentSettings"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly intentSettingsChange: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["IntentSettingsBody"];
            };
        };
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["IntentSettings"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly policySettingsRead: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["PolicySettings"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly policySettingsChange: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PolicySettingsBody"];
            };
        };
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["PolicySettings"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly redactionRead: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["RedactionSettings"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly redactionChange: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RedactionSettingsBody"];
            };
        };
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["RedactionSettings"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly webhooksList: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: components["parameters"]["query.limit"];
                readonly cursor?: components["parameters"]["query.cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Webhook"][];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateWebhookBody"];
            };
        };
        readonly responses: {
            /** @description Created. */
            readonly 201: {
                headers: {
                    readonly "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["CreatedWebhook"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Deleted"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ChangeWebhookBody"];
            };
        };
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Webhook"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly webhooksDeliveries: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: components["parameters"]["query.limit"];
                readonly cursor?: components["parameters"]["query.cursor"];
            };
            readonly header?: never;
            readonly path: {
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Delivery"][];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            readonly path: {
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Delivery"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly groupsList: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: components["parameters"]["query.limit"];
                readonly cursor?: components["parameters"]["query.cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Group"][];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly groupsCreate: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key and body never do anything twice, for 24 hours. */
                readonly "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateGroupBody"];
            };
        };
        readonly responses: {
            /** @description Created. */
            readonly 201: {
                headers: {
                    readonly "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Group"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly groupsChange: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["ChangeGroupBody"];
            };
        };
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Group"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly groupsRemove: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Deleted"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly teamList: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: components["parameters"]["query.limit"];
                readonly cursor?: components["parameters"]["query.cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Invitation"][];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["InviteBody"];
            };
        };
        readonly responses: {
            /** @description Created. */
            readonly 201: {
                headers: {
                    readonly "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Invitation"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly "application/json": components["schemas"]["AcceptInvitationBody"];
            };
        };
        readonly responses: {
            /** @description Created. */
            readonly 201: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["SignedIn"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Deleted"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    readonly meTeam: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: components["parameters"]["query.limit"];
                readonly cursor?: components["parameters"]["query.cursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Member"][];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly id: components["parameters"]["path.id"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: components["schemas"]["Deleted"];
                        readonly error: null;
                        readonly timestamp: components["schemas"]["Time"];
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
                readonly "application/json": components["schemas"]["JsonObject"];
            };
        };
        readonly responses: {
            /** @description OK. */
            readonly 200: {
                headers: {
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Received"];
                };
            };
        };
    };
    readonly onApprovalRequested: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                readonly "webhook-id": string;
                readonly "webhook-timestamp": string;
                readonly "webhook-signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ApprovalRequestedEvent"];
            };
        };
        readonly responses: {
            /** @description The event was taken. */
            readonly "2XX": {
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
                readonly "webhook-id": string;
                readonly "webhook-timestamp": string;
                readonly "webhook-signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ApprovalDecidedEvent"];
            };
        };
        readonly responses: {
            /** @description The event was taken. */
            readonly "2XX": {
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
                readonly "webhook-id": string;
                readonly "webhook-timestamp": string;
                readonly "webhook-signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ApprovalExpiredEvent"];
            };
        };
        readonly responses: {
            /** @description The event was taken. */
            readonly "2XX": {
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
                readonly "webhook-id": string;
                readonly "webhook-timestamp": string;
                readonly "webhook-signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ActionBlockedEvent"];
            };
        };
        readonly responses: {
            /** @description The event was taken. */
            readonly "2XX": {
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
                readonly "webhook-id": string;
                readonly "webhook-timestamp": string;
                readonly "webhook-signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RollbackFinishedEvent"];
            };
        };
        readonly responses: {
            /** @description The event was taken. */
            readonly "2XX": {
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
    readonly onRollbackReverted: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                readonly "webhook-id": string;
                readonly "webhook-timestamp": string;
                readonly "webhook-signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RollbackRevertedEvent"];
            };
        };
        readonly responses: {
            /** @description The event was taken. */
            readonly "2XX": {
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
                readonly "webhook-id": string;
                readonly "webhook-timestamp": string;
                readonly "webhook-signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookTestEvent"];
            };
        };
        readonly responses: {
            /** @description The event was taken. */
            readonly "2XX": {
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
