// Made by `npm run openapi` from openapi.json.
import type { Json, JsonObject } from './json';

export interface paths {
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is installed here
         * @description It needs no credential. At most 60 in 60 s for one address.
         */
        get: operations["frontPageRead"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        /**
         * The headers of the front page
         * @description It needs no credential. At most 60 in 60 s for one address.
         */
        head: operations["frontPageReadHead"];
        patch?: never;
        trace?: never;
    };
    "/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List agents
         * @description For operators with `read-agents`.
         */
        get: operations["agentsList"];
        put?: never;
        /**
         * Register an agent
         * @description For operators with `manage-agents`.
         */
        post: operations["agentsRegister"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an agent
         * @description For operators with `read-agents`.
         */
        get: operations["agentsGet"];
        /**
         * Change, pause or resume an agent
         * @description For operators with `manage-agents`.
         */
        put: operations["agentsChange"];
        post?: never;
        /**
         * Delete an agent
         * @description For operators with `manage-agents`.
         */
        delete: operations["agentsRemove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/{id}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Plan to undo what an agent did since a moment
         * @description For operators with `read-sessions`. Plan PRO.
         */
        get: operations["agentsPlanRollback"];
        put?: never;
        /**
         * Undo what an agent did since a moment
         * @description For operators with `roll-back`. Plan PRO.
         */
        post: operations["agentsRollBack"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description For operators with `read-api-keys`.
         */
        get: operations["apiKeysList"];
        put?: never;
        /**
         * Make an API key
         * @description For operators with `manage-api-keys`. At most 10 in 900 s for one organization.
         */
        post: operations["apiKeysCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description For operators with `manage-api-keys`.
         */
        delete: operations["apiKeysRevoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List approvals, or wait for a change of the list
         * @description For operators with `read-approvals`. Plan PRO.
         */
        get: operations["approvalsList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/approvals/decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide on several calls, each by itself
         * @description For operators with `decide-approvals`. Plan PRO.
         */
        post: operations["approvalsDecideAll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/approvals/grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List grants
         * @description For operators with `read-grants`. Plan PRO.
         */
        get: operations["grantsList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/approvals/grants/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a grant
         * @description For operators with `revoke-grants`. Plan PRO.
         */
        delete: operations["grantsRevoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/approvals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an approval, or wait for its decision
         * @description An API key or an operator may call it.
         */
        get: operations["approvalsGet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/approvals/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a call
         * @description For operators with `decide-approvals`. Plan PRO.
         */
        post: operations["approvalsApprove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/approvals/{id}/note": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Leave a note for the next operator, or remove it
         * @description For operators with `decide-approvals`. Plan PRO.
         */
        put: operations["handoverNote"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/approvals/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The verdict that edited arguments would get
         * @description For operators with `decide-approvals`. Plan PRO.
         */
        post: operations["approvalsPreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/approvals/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject a call
         * @description For operators with `decide-approvals`. Plan PRO.
         */
        post: operations["approvalsReject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/approvals/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take an approval back before its call begins
         * @description For operators with `decide-approvals`. Plan PRO.
         */
        post: operations["approvalsRevoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/approvals/{id}/viewers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Say that you have an approval open, and read who else has
         * @description For operators with `read-approvals`. Plan PRO.
         */
        put: operations["handoverView"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/approvals/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a question back that waits
         * @description An API key or an operator may call it.
         */
        post: operations["approvalsWithdraw"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what needs an operator now
         * @description For operators with `read-attention`.
         */
        get: operations["attentionRead"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit-logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was changed
         * @description For operators with `read-audit-log`. Plan TEAM.
         */
        get: operations["auditLogsList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/browser-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign a browser in
         * @description For operators with `manage-own-account`. At most 60 in 900 s for one organization.
         */
        post: operations["browserSessionBegin"];
        /**
         * Sign a browser out
         * @description For operators with `manage-own-account`.
         */
        delete: operations["browserSessionEnd"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a link to set a new password
         * @description It needs no credential. At most 20 in 900 s for one address.
         */
        post: operations["recoveryForgot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description It needs no credential. At most 20 in 900 s for one address.
         */
        post: operations["authLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/oauth-a": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign in through the first identity provider
         * @description It needs no credential.
         */
        get: operations["oAuthBeginA"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/oauth-a/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Come back from the first identity provider
         * @description It needs no credential.
         */
        get: operations["oAuthFinishA"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/oauth-b": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign in through the second identity provider
         * @description It needs no credential.
         */
        get: operations["oAuthBeginB"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/oauth-b/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Come back from the second identity provider
         * @description It needs no credential.
         */
        get: operations["oAuthFinishB"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an account
         * @description It needs no credential. At most 20 in 900 s for one address.
         */
        post: operations["authRegister"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/resend-verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send another link to verify the address
         * @description For operators with `manage-own-account`.
         */
        post: operations["recoveryResend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password
         * @description It needs no credential. At most 20 in 900 s for one address.
         */
        post: operations["recoveryReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange an API key for a token
         * @description It needs no credential. At most 60 in 60 s for one address.
         */
        post: operations["authToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Verify an e-mail address
         * @description It needs no credential. At most 20 in 900 s for one address.
         */
        get: operations["recoveryVerify"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/billing/portal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Link to the billing portal or the checkout of Stripe
         * @description For operators with `manage-billing`.
         */
        get: operations["billingPortal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The dashboard
         * @description It needs no credential. At most 600 in 60 s for one address.
         */
        get: operations["dashboardHome"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        /**
         * The headers of the dashboard
         * @description It needs no credential. At most 600 in 60 s for one address.
         */
        head: operations["dashboardHomeHead"];
        patch?: never;
        trace?: never;
    };
    "/dashboard/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A page or a file of the dashboard
         * @description It needs no credential. At most 600 in 60 s for one address.
         */
        get: operations["dashboardFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        /**
         * The headers of a page or a file of the dashboard
         * @description It needs no credential. At most 600 in 60 s for one address.
         */
        head: operations["dashboardFileHead"];
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This definition, to read
         * @description It needs no credential. At most 60 in 60 s for one address.
         */
        get: operations["openApiRead"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A file of that page
         * @description It needs no credential. At most 300 in 60 s for one address.
         */
        get: operations["openApiFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/errors/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a problem means
         * @description It needs no credential. At most 60 in 60 s for one address.
         */
        get: operations["errorsRead"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/export/actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export actions as lines of JSON
         * @description For operators with `read-sessions`. At most 60 in 60 s for one organization.
         */
        get: operations["actionExportActions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the service could answer a request
         * @description It needs no credential.
         */
        get: operations["healthHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell that the process turns, without its database
         * @description It needs no credential.
         */
        get: operations["healthLive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell whether the process takes new requests
         * @description It needs no credential.
         */
        get: operations["healthReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Listen for messages of MCP, or resume a stream
         * @description An API key may call it.
         */
        get: operations["mcpListen"];
        put?: never;
        /**
         * Send a message of MCP
         * @description An API key may call it.
         */
        post: operations["mcpPost"];
        /**
         * End a session of MCP
         * @description An API key may call it.
         */
        delete: operations["mcpEnd"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read who is signed in
         * @description For operators with `manage-own-account`.
         */
        get: operations["meGet"];
        put?: never;
        post?: never;
        /**
         * Delete the account
         * @description For operators with `manage-own-account`. At most 3 in 3600 s for one organization.
         */
        delete: operations["deletionDelete"];
        options?: never;
        head?: never;
        /**
         * Change the name of who is signed in
         * @description For operators with `manage-own-account`.
         */
        patch: operations["meRename"];
        trace?: never;
    };
    "/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the browsers in which the operator is signed in
         * @description For operators with `manage-own-account`.
         */
        get: operations["mySessionsList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign one of these browsers out
         * @description For operators with `manage-own-account`.
         */
        delete: operations["mySessionsEnd"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the personal tokens of the operator
         * @description For operators with `manage-own-account`.
         */
        get: operations["personalTokensList"];
        put?: never;
        /**
         * Make a personal token
         * @description For operators with `manage-own-account`. At most 10 in 900 s for one organization.
         */
        post: operations["personalTokensCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a personal token
         * @description For operators with `manage-own-account`.
         */
        delete: operations["personalTokensRevoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the figures of the organization
         * @description For operators with `read-metrics`.
         */
        get: operations["metricsRead"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This definition
         * @description It needs no credential. At most 60 in 60 s for one address.
         */
        get: operations["openApiDefine"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List policies
         * @description For operators with `read-policies`. Plan TEAM.
         */
        get: operations["policiesList"];
        put?: never;
        /**
         * Make a policy
         * @description For operators with `manage-policies`. Plan TEAM.
         */
        post: operations["policiesCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policies/advice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Suggest policies by what was called and decided
         * @description For operators with `read-policies`. Plan TEAM. At most 30 in 60 s for one organization.
         */
        get: operations["adviceRead"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policies/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change several policies together
         * @description For operators with `manage-policies`. Plan TEAM.
         */
        post: operations["policySetChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policies/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a draft policy on past calls
         * @description For operators with `read-policies`. Plan TEAM. At most 30 in 60 s for one organization.
         */
        post: operations["simulationSimulate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policies/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read all policies and their state
         * @description For operators with `read-policies`. Plan TEAM.
         */
        get: operations["policySetRead"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policies/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a policy
         * @description For operators with `manage-policies`. Plan TEAM.
         */
        put: operations["policiesChange"];
        post?: never;
        /**
         * Delete a policy
         * @description For operators with `manage-policies`. Plan TEAM.
         */
        delete: operations["policiesRemove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policies/{id}/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what became of the calls that a policy matched
         * @description For operators with `read-policies`. Plan TEAM.
         */
        get: operations["policyStatisticsRead"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/policies/{id}/toggle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Switch a policy on or off
         * @description For operators with `manage-policies`. Plan TEAM.
         */
        patch: operations["policiesToggle"];
        trace?: never;
    };
    "/registry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the operations that connectors know
         * @description An API key or an operator may call it.
         */
        get: operations["registryList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sdk/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The packed SDK
         * @description It needs no credential. At most 60 in 60 s for one address.
         */
        get: operations["sdkPackageRead"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sessions, or wait for the list to change
         * @description For operators with `read-sessions`.
         */
        get: operations["sessionsList"];
        put?: never;
        /**
         * Open a session
         * @description An API key or an operator may call it.
         */
        post: operations["sessionsCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/dirty": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sessions to look at
         * @description For operators with `read-sessions`. Plan PRO.
         */
        get: operations["dirtyList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/intent/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was marked as fine or as drift
         * @description For operators with `read-sessions`. Plan TEAM.
         */
        get: operations["feedbackList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/intent/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the sessions kept to their intents
         * @description For operators with `read-sessions`. Plan TEAM.
         */
        get: operations["intentSummarizeAll"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a session with its actions
         * @description An API key or an operator may call it.
         */
        get: operations["actionsRead"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Complete a session
         * @description An API key or an operator may call it.
         */
        patch: operations["sessionsComplete"];
        trace?: never;
    };
    "/sessions/{id}/actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a session's actions in pages
         * @description An API key or an operator may call it.
         */
        get: operations["actionsPage"];
        put?: never;
        /**
         * Ask before a call, or report one that ran
         * @description An API key or an operator may call it.
         */
        post: operations["actionsLog"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{id}/actions/precapture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Capture what a call will change
         * @description An API key or an operator may call it. At most 120 in 60 s for one organization.
         */
        post: operations["actionsPrecapture"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{id}/actions/{actionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an action, or wait for a change of it
         * @description An API key or an operator may call it.
         */
        get: operations["actionsAction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Begin a call, or say what became of it
         * @description An API key or an operator may call it.
         */
        patch: operations["actionsConfirm"];
        trace?: never;
    };
    "/sessions/{id}/actions/{actionId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a performed call back
         * @description An API key or an operator may call it.
         */
        post: operations["callsCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{id}/actions/{actionId}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase the arguments and the answer of a call
         * @description For operators with `erase-calls`.
         */
        post: operations["callErasureErase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{id}/actions/{actionId}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo one action
         * @description For operators with `roll-back`.
         */
        post: operations["rollbackAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{id}/actions/{actionId}/settle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say what became of an effect
         * @description For operators with `settle-effects`.
         */
        post: operations["settlementSettle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{id}/dirty": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether to look at a session
         * @description For operators with `read-sessions`.
         */
        get: operations["dirtyGet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{id}/intent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether a session does what it said
         * @description For operators with `read-sessions`. Plan TEAM.
         */
        get: operations["intentRead"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{id}/intent/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a session or call as fine or as drift
         * @description For operators with `mark-intent`. Plan TEAM. At most 120 in 60 s for one organization.
         */
        post: operations["feedbackMark"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{id}/intent/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same in short
         * @description For operators with `read-sessions`. Plan TEAM.
         */
        get: operations["intentSummarize"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{id}/purge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a session for good
         * @description For operators with `purge-sessions`. Plan PRO. At most 5 in 900 s for one organization.
         */
        delete: operations["purgePurge"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{id}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the plan, the progress or the report
         * @description An API key or an operator may call it.
         */
        get: operations["rollbackShow"];
        put?: never;
        /**
         * Roll back a session
         * @description An API key or an operator may call it.
         */
        post: operations["rollbackSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{id}/rollback/{rollbackId}/revert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what taking a rollback back would do
         * @description For operators with `roll-back`.
         */
        get: operations["revertPlan"];
        put?: never;
        /**
         * Take a rollback back
         * @description For operators with `roll-back`.
         */
        post: operations["revertStart"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/connectors/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether every connector reaches its provider
         * @description For operators with `read-credentials`. Plan PRO.
         */
        get: operations["connectorHealthCheck"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List stored credentials
         * @description For operators with `read-credentials`.
         */
        get: operations["credentialsList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/credentials/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which connectors an agent may count on
         * @description An API key or an operator may call it. At most 30 in 60 s for one organization.
         */
        get: operations["credentialsValidate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/credentials/{connector}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Store a credential
         * @description For operators with `manage-credentials`. Plan PRO. At most 15 in 900 s for one organization.
         */
        put: operations["credentialsPut"];
        post?: never;
        /**
         * Delete a credential
         * @description For operators with `manage-credentials`. Plan PRO. At most 15 in 900 s for one organization.
         */
        delete: operations["credentialsRemove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/credentials/{connector}/trial": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Try on one table whether an undo will work
         * @description For operators with `manage-credentials`. Plan PRO. At most 30 in 60 s for one organization.
         */
        get: operations["credentialsTryOn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/intent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how many alarms are wanted
         * @description For operators with `manage-intent`. Plan TEAM.
         */
        get: operations["intentSettingsRead"];
        /**
         * Change how many alarms are wanted
         * @description For operators with `manage-intent`. Plan TEAM.
         */
        put: operations["intentSettingsChange"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what becomes of calls that no policy matches
         * @description For operators with `read-policies`. Plan TEAM.
         */
        get: operations["policySettingsRead"];
        /**
         * Change what becomes of calls that no policy matches
         * @description For operators with `manage-policies`. Plan TEAM.
         */
        put: operations["policySettingsChange"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/redaction": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what is replaced in calls before they are stored
         * @description For operators with `read-redaction`. Plan TEAM.
         */
        get: operations["redactionRead"];
        /**
         * Change what is replaced in calls before they are stored
         * @description For operators with `manage-redaction`. Plan TEAM.
         */
        put: operations["redactionChange"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List receivers of events
         * @description For operators with `read-webhooks`. Plan PRO.
         */
        get: operations["webhooksList"];
        put?: never;
        /**
         * Register a receiver of events
         * @description For operators with `manage-webhooks`. Plan PRO.
         */
        post: operations["webhooksCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a receiver
         * @description For operators with `manage-webhooks`. Plan PRO.
         */
        delete: operations["webhooksRemove"];
        options?: never;
        head?: never;
        /**
         * Switch a receiver on or off
         * @description For operators with `manage-webhooks`. Plan PRO.
         */
        patch: operations["webhooksChange"];
        trace?: never;
    };
    "/settings/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was sent to a receiver
         * @description For operators with `read-webhooks`. Plan PRO.
         */
        get: operations["webhooksDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test to a receiver
         * @description For operators with `manage-webhooks`. Plan PRO. At most 30 in 60 s for one organization.
         */
        post: operations["webhooksTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/team/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invitations that can still be accepted
         * @description For operators with `manage-members`.
         */
        get: operations["teamList"];
        put?: never;
        /**
         * Invite a person by mail
         * @description For operators with `manage-members`. Plan TEAM. At most 20 in 900 s for one organization.
         */
        post: operations["teamInvite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/team/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation: with a new account, or with the token of one
         * @description It needs no credential. At most 20 in 900 s for one address.
         */
        post: operations["teamAccept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/team/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take an invitation back
         * @description For operators with `manage-members`.
         */
        delete: operations["teamRevoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/team/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of the organization
         * @description For operators with `read-members`. Plan TEAM.
         */
        get: operations["meTeam"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/team/members/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description For operators with `manage-members`.
         */
        delete: operations["teamRemove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/billing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take an event of Stripe
         * @description It needs no credential. At most 300 in 60 s for one address.
         */
        post: operations["billingReceive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "approval.requested": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sent to receivers of approval.requested
         * @description Signed as Standard Webhooks say. The same event may come more than once.
         */
        post: operations["onApprovalRequested"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "approval.decided": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sent to receivers of approval.decided
         * @description Signed as Standard Webhooks say. The same event may come more than once.
         */
        post: operations["onApprovalDecided"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "approval.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sent to receivers of approval.expired
         * @description Signed as Standard Webhooks say. The same event may come more than once.
         */
        post: operations["onApprovalExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "action.blocked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sent to receivers of action.blocked
         * @description Signed as Standard Webhooks say. The same event may come more than once.
         */
        post: operations["onActionBlocked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "rollback.finished": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sent to receivers of rollback.finished
         * @description Signed as Standard Webhooks say. The same event may come more than once.
         */
        post: operations["onRollbackFinished"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "rollback.reverted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sent to receivers of rollback.reverted
         * @description Signed as Standard Webhooks say. The same event may come more than once.
         */
        post: operations["onRollbackReverted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sent to receivers of webhook.test
         * @description Signed as Standard Webhooks say. The same event may come more than once.
         */
        post: operations["onWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AcceptInvitationBody: {
            token: string;
            password?: string;
            name?: string;
        };
        /** @description A call as the service recorded it. */
        Action: {
            id: components["schemas"]["Id"];
            sessionId: components["schemas"]["Id"];
            /** @description As logged, without gaps. */
            sequence: number;
            /** @description As effects were confirmed. */
            effectSequence: number | null;
            /** @description `<connector>.<resource>.<verb>` */
            apiName: string;
            /** @description The call as one sentence of at most 80 characters; in reads. */
            summary?: string;
            toolCallId: components["schemas"]["ToolCallId"];
            traceparent: components["schemas"]["Traceparent"];
            operationType: components["schemas"]["OperationType"];
            /** @description Its arguments, as they ran or may run. */
            payload: components["schemas"]["JsonObject"];
            /** @description As it was asked for; null unless an approver edited it. */
            originalPayload: components["schemas"]["JsonObject"] | null;
            /** @description What an operator changed; null where none did. */
            edited: {
                from: components["schemas"]["JsonObject"];
                to: components["schemas"]["JsonObject"];
                /** @constant */
                by: "operator";
                reason: string | null;
            } | null;
            /** @description What the provider answered; null before that. */
            response: components["schemas"]["Json"];
            status: components["schemas"]["ActionStatus"];
            precaptureId: components["schemas"]["Id"] | null;
            snapshot: components["schemas"]["Snapshot"] | null;
            /** @description The snapshot of before a decision, where another one replaced it. */
            formerSnapshot: components["schemas"]["Snapshot"] | null;
            /** @description The question to an operator; null where none was asked. */
            approval: {
                id: components["schemas"]["Id"];
                /** @enum {string} */
                status: "PENDING" | "APPROVED" | "REJECTED";
                expiresAt: components["schemas"]["Time"];
                /** @description An approval that was given counts until then; null: not given, or its call has begun. */
                usableUntil: components["schemas"]["Time"] | null;
            } | null;
            /** @description What the policies said of it, and which of them. */
            policy: {
                /** @enum {string} */
                decision: "ALLOW" | "REQUIRE_APPROVAL" | "BLOCK";
                policyIds: components["schemas"]["Id"][];
                /** @description Why, as the policy says; for operators. */
                reason?: string | null;
                /** @description What shadow policies would have decided; for operators. */
                shadow?: {
                    /** @enum {string} */
                    decision: "ALLOW" | "REQUIRE_APPROVAL" | "BLOCK";
                    policyIds: components["schemas"]["Id"][];
                } | null;
                /** @description The grant that cleared the call; for operators. */
                grantId?: components["schemas"]["Id"] | null;
            };
            /** @description Why it does not run; null where it may run or ran. */
            refusal: {
                /** @enum {string} */
                code: "policy" | "rejected" | "expired" | "withdrawn" | "revoked" | "lapsed" | "cancelled" | "paused" | "quota" | "unavailable";
                reason: string | null;
            } | null;
            /**
             * @description What was wrong with it, where something was.
             * @enum {string|null}
             */
            violation: "blocked" | "unapproved" | "paused" | "after-completion" | "after-rollback" | "payload-mismatch" | "ungated" | "lapsed" | null;
            /** @description How far the service has come with it; null where the client makes the call. */
            performance: components["schemas"]["Performance"] | null;
            /** @description Its client said then that it begins it; null where none did. */
            begunAt: components["schemas"]["Time"] | null;
            /**
             * @description What a person said became of its effect; null where none did.
             * @enum {string|null}
             */
            settledAs: "undone" | "kept" | null;
            /** @description Who said so: to agents a role. */
            settledBy: string | null;
            settledAt: components["schemas"]["Time"] | null;
            /** @description The person's note; for operators. */
            settledNote?: string | null;
            /** @description What was replaced in it before it was stored: `[redacted: <rule>]` stands there. */
            redacted: {
                rule: string;
                /** @enum {string} */
                in: "payload" | "response" | "snapshot";
                /** @description Items of a list are `*`; `…` stands for further places. */
                path: string;
                times: number;
            }[];
            /** @description Its arguments and its answer were erased then. */
            erasedAt: components["schemas"]["Time"] | null;
            /** @description Who erased them: to agents a role. */
            erasedBy: string | null;
            /** @description In a session of a test key. */
            simulated: boolean;
            createdAt: components["schemas"]["Time"];
            updatedAt: components["schemas"]["Time"];
        };
        /** @description What is sent of action.blocked. */
        ActionBlockedEvent: {
            id: components["schemas"]["Id"];
            /** @constant */
            type: "action.blocked";
            timestamp: components["schemas"]["Time"];
            data: {
                sessionId: components["schemas"]["Id"];
                agentId: string;
                onBehalfOf?: components["schemas"]["OnBehalfOf"];
                labels?: components["schemas"]["Labels"];
                simulated: boolean;
                toolCallId?: components["schemas"]["ToolCallId"];
                traceparent?: components["schemas"]["Traceparent"];
                actionId: components["schemas"]["Id"];
                apiName: string;
                operationType: components["schemas"]["OperationType"];
                /** @enum {string} */
                status: "BLOCKED";
                reason: string | null;
                policyIds: components["schemas"]["Id"][];
                /** @description Opens the dashboard. */
                url: string;
            };
        };
        /**
         * @description How far a call has come, and what became of it.
         * @enum {string}
         */
        ActionStatus: "CLEARED" | "PENDING_APPROVAL" | "REJECTED" | "BLOCKED" | "SUCCESS" | "FAILED" | "UNKNOWN" | "ROLLED_BACK" | "ROLLBACK_FAILED";
        /** @description An agent: registered, or seen in a session. */
        Agent: {
            id: components["schemas"]["Id"];
            slug: string;
            displayName: string;
            description: string;
            /** @enum {string} */
            status: "ACTIVE" | "PAUSED";
            registered: boolean;
            sessions: number;
            lastSeenAt: components["schemas"]["Time"] | null;
            createdAt: components["schemas"]["Time"];
        };
        /** @description A rollback of everything that an agent did since a moment. */
        AgentRollback: {
            id: components["schemas"]["Id"];
            agentId: components["schemas"]["AgentSlug"];
            since: components["schemas"]["Time"];
            /** @description Sessions that were being rolled back already. */
            skipped: components["schemas"]["Id"][];
            /** @enum {string} */
            state: "running" | "finished";
            startedAt: components["schemas"]["Time"];
            /** @description One for each session. */
            rollbacks: components["schemas"]["RollbackReport"][];
        };
        /** @description What undoing everything that an agent did since a moment would undo now, and in which order. */
        AgentRollbackPlan: {
            agentId: components["schemas"]["AgentSlug"];
            since: components["schemas"]["Time"];
            /** @enum {string} */
            state: "planned";
            /** @description Sessions that are being rolled back already. */
            skipped: components["schemas"]["Id"][];
            /** @description How many it would close and roll back. */
            sessions: number;
            /** @description How many calls it would undo. */
            total: number;
            /** @description In the order in which they would be undone: the first of them, or those of `after` and `limit`. */
            effects: {
                sessionId: components["schemas"]["Id"];
                actionId: components["schemas"]["Id"];
                /** @description `<connector>.<resource>.<verb>` */
                apiName: string;
                summary: string;
                status: components["schemas"]["ActionStatus"];
                at: components["schemas"]["Time"];
            }[];
        };
        /** @description The agent's own name, as it was given when the session was opened. */
        AgentSlug: string;
        /** @description An API key, without its secret. */
        ApiKey: {
            id: components["schemas"]["Id"];
            name: string;
            /** @enum {string} */
            kind: "live" | "test";
            /** @description The one agent it acts as. */
            agentId: string | null;
            /** @enum {string} */
            status: "ACTIVE" | "REVOKED";
            createdAt: components["schemas"]["Time"];
            lastUsedAt: components["schemas"]["Time"] | null;
            revokedAt: components["schemas"]["Time"] | null;
        };
        /** @description A question to an operator, and the answer. */
        Approval: {
            id: components["schemas"]["Id"];
            sessionId: components["schemas"]["Id"];
            actionId: components["schemas"]["Id"];
            agentId: components["schemas"]["AgentSlug"];
            onBehalfOf: components["schemas"]["OnBehalfOf"];
            labels: components["schemas"]["Labels"];
            toolCallId: components["schemas"]["ToolCallId"];
            traceparent: components["schemas"]["Traceparent"];
            /** @description `<connector>.<resource>.<verb>` */
            apiName: string;
            /** @description The call as one sentence of at most 80 characters; a single read has former values in it. */
            summary: string;
            /** @description Asked for in a session of a test key. */
            simulated: boolean;
            /**
             * @description What was decided; an expired one is REJECTED.
             * @enum {string}
             */
            status: "PENDING" | "APPROVED" | "REJECTED";
            /** @description An approved call may run only while it is CLEARED. */
            actionStatus: components["schemas"]["ActionStatus"];
            /** @description Approved, and its client has not reported the outcome yet. */
            unconfirmed: boolean;
            /** @description As that of the action: null where the client makes the call. */
            performance: components["schemas"]["Performance"] | null;
            /** @description One line of the arguments. */
            payloadSummary: string;
            /** @description Milliseconds; 0 once it is decided. */
            timeRemaining: number;
            /** @description Why it was rejected. */
            reason: string | null;
            /**
             * @description The same for programs; null unless it is REJECTED.
             * @enum {string|null}
             */
            code: "policy" | "rejected" | "expired" | "withdrawn" | "revoked" | "lapsed" | "cancelled" | "paused" | "quota" | "unavailable" | null;
            /** @description To agents the role `operator`; null before a decision, and where no person decided. */
            decidedBy: string | null;
            /** @description How many operators have to approve, and who has. */
            approvals: {
                required: number;
                given: {
                    by: string;
                    at: components["schemas"]["Time"];
                }[];
            };
            createdAt: components["schemas"]["Time"];
            /** @description When the question is taken back unanswered, or a held call is permitted; ISO 8601. */
            expiresAt: components["schemas"]["Time"];
            /**
             * @description `approve`: the call is permitted at `expiresAt`, unless an operator stops it before.
             * @enum {string}
             */
            onExpiry: "reject" | "approve";
            decidedAt: components["schemas"]["Time"] | null;
            /** @description An approval that was given counts until then; null: not given, or its call has begun. */
            usableUntil: components["schemas"]["Time"] | null;
            /** @description For operators. */
            note?: {
                content: string;
                by: string;
                at: components["schemas"]["Time"];
            } | null;
        };
        /** @description What an operator has to know beside the call itself. */
        ApprovalContext: {
            intent: string;
            agentId: components["schemas"]["AgentSlug"];
            agentName: string;
            precedingActions: {
                sequence: number;
                /** @description `<connector>.<resource>.<verb>` */
                apiName: string;
                status: components["schemas"]["ActionStatus"];
                summary: string;
            }[];
            /** @enum {string} */
            reversibility: "exact" | "compensating" | "none";
            policy: {
                /** @description The policies that asked for the approval. */
                ids: components["schemas"]["Id"][];
                reason: string | null;
            };
            /** @description What the call would change; null where it cannot be told. */
            difference: {
                field: string;
                before: components["schemas"]["Json"];
                after: components["schemas"]["Json"];
            }[] | null;
            differenceOmitted: number;
            /** @description Where characters stand that show as nothing, as a blank or as another one. */
            hidden: {
                field: string;
                kinds: ("bidi" | "zero-width" | "soft-hyphen" | "tag" | "variation-selector" | "control" | "blank" | "look-alike" | "other")[];
            }[];
        };
        /** @description What is sent of approval.decided. */
        ApprovalDecidedEvent: {
            id: components["schemas"]["Id"];
            /** @constant */
            type: "approval.decided";
            timestamp: components["schemas"]["Time"];
            data: {
                sessionId: components["schemas"]["Id"];
                agentId: string;
                onBehalfOf?: components["schemas"]["OnBehalfOf"];
                labels?: components["schemas"]["Labels"];
                simulated: boolean;
                toolCallId?: components["schemas"]["ToolCallId"];
                traceparent?: components["schemas"]["Traceparent"];
                approvalId: components["schemas"]["Id"];
                actionId: components["schemas"]["Id"];
                apiName: string;
                operationType: components["schemas"]["OperationType"];
                /** @enum {string} */
                status: "PENDING" | "APPROVED" | "REJECTED";
                reason: string | null;
                /** @description The call has run already. */
                review: boolean;
                /** @description When it expires, or a held call is permitted. */
                expiresAt: components["schemas"]["Time"];
                /**
                 * @description `approve`: the call runs then, unless an operator stops it.
                 * @enum {string}
                 */
                onExpiry: "reject" | "approve";
                decidedAt: components["schemas"]["Time"] | null;
                /** @description Opens the dashboard. */
                url: string;
            };
        };
        /** @description An approval with what it decides on. */
        ApprovalDetail: {
            id: components["schemas"]["Id"];
            sessionId: components["schemas"]["Id"];
            actionId: components["schemas"]["Id"];
            agentId: components["schemas"]["AgentSlug"];
            onBehalfOf: components["schemas"]["OnBehalfOf"];
            labels: components["schemas"]["Labels"];
            toolCallId: components["schemas"]["ToolCallId"];
            traceparent: components["schemas"]["Traceparent"];
            /** @description `<connector>.<resource>.<verb>` */
            apiName: string;
            /** @description The call as one sentence of at most 80 characters; a single read has former values in it. */
            summary: string;
            /** @description Asked for in a session of a test key. */
            simulated: boolean;
            /**
             * @description What was decided; an expired one is REJECTED.
             * @enum {string}
             */
            status: "PENDING" | "APPROVED" | "REJECTED";
            /** @description An approved call may run only while it is CLEARED. */
            actionStatus: components["schemas"]["ActionStatus"];
            /** @description Approved, and its client has not reported the outcome yet. */
            unconfirmed: boolean;
            /** @description As that of the action: null where the client makes the call. */
            performance: components["schemas"]["Performance"] | null;
            /** @description One line of the arguments. */
            payloadSummary: string;
            /** @description Milliseconds; 0 once it is decided. */
            timeRemaining: number;
            /** @description Why it was rejected. */
            reason: string | null;
            /**
             * @description The same for programs; null unless it is REJECTED.
             * @enum {string|null}
             */
            code: "policy" | "rejected" | "expired" | "withdrawn" | "revoked" | "lapsed" | "cancelled" | "paused" | "quota" | "unavailable" | null;
            /** @description To agents the role `operator`; null before a decision, and where no person decided. */
            decidedBy: string | null;
            /** @description How many operators have to approve, and who has. */
            approvals: {
                required: number;
                given: {
                    by: string;
                    at: components["schemas"]["Time"];
                }[];
            };
            createdAt: components["schemas"]["Time"];
            /** @description When the question is taken back unanswered, or a held call is permitted; ISO 8601. */
            expiresAt: components["schemas"]["Time"];
            /**
             * @description `approve`: the call is permitted at `expiresAt`, unless an operator stops it before.
             * @enum {string}
             */
            onExpiry: "reject" | "approve";
            decidedAt: components["schemas"]["Time"] | null;
            /** @description An approval that was given counts until then; null: not given, or its call has begun. */
            usableUntil: components["schemas"]["Time"] | null;
            /** @description For operators. */
            note?: {
                content: string;
                by: string;
                at: components["schemas"]["Time"];
            } | null;
            /** @description Its page in the dashboard. */
            url: string;
            /** @description What may run: the approver may have edited it. */
            payload: components["schemas"]["JsonObject"];
            /** @description SHA-256 of the canonical JSON (RFC 8785) of the arguments, in hex. A list does not answer it, because it does not show them. */
            payloadHash: components["schemas"]["Sha256"];
            /** @description What was replaced in it before it was stored: `[redacted: <rule>]` stands there. */
            redacted: {
                rule: string;
                /** @enum {string} */
                in: "payload" | "response" | "snapshot";
                /** @description Items of a list are `*`; `…` stands for further places. */
                path: string;
                times: number;
            }[];
            /** @description With marks for characters that show as nothing, as a blank or as another one; for operators. */
            payloadShown?: components["schemas"]["Json"];
            snapshot: components["schemas"]["Snapshot"] | null;
            formerSnapshot: components["schemas"]["Snapshot"] | null;
            /** @description What the provider said where it refused a call that the service made. */
            providerRefusal: string | null;
            /** @description For operators. */
            grant?: components["schemas"]["Grant"] | null;
            /** @description For operators. */
            context?: components["schemas"]["ApprovalContext"];
        };
        /** @description What is sent of approval.expired. */
        ApprovalExpiredEvent: {
            id: components["schemas"]["Id"];
            /** @constant */
            type: "approval.expired";
            timestamp: components["schemas"]["Time"];
            data: {
                sessionId: components["schemas"]["Id"];
                agentId: string;
                onBehalfOf?: components["schemas"]["OnBehalfOf"];
                labels?: components["schemas"]["Labels"];
                simulated: boolean;
                toolCallId?: components["schemas"]["ToolCallId"];
                traceparent?: components["schemas"]["Traceparent"];
                approvalId: components["schemas"]["Id"];
                actionId: components["schemas"]["Id"];
                apiName: string;
                operationType: components["schemas"]["OperationType"];
                /** @enum {string} */
                status: "PENDING" | "APPROVED" | "REJECTED";
                reason: string | null;
                /** @description The call has run already. */
                review: boolean;
                /** @description When it expires, or a held call is permitted. */
                expiresAt: components["schemas"]["Time"];
                /**
                 * @description `approve`: the call runs then, unless an operator stops it.
                 * @enum {string}
                 */
                onExpiry: "reject" | "approve";
                decidedAt: components["schemas"]["Time"] | null;
                /** @description Opens the dashboard. */
                url: string;
            };
        };
        /** @description The note on an approval. */
        ApprovalNote: {
            id: components["schemas"]["Id"];
            /** @description For the next operator who reads it. */
            note: {
                content: string;
                by: string;
                at: components["schemas"]["Time"];
            } | null;
        };
        /** @description The verdict that edited arguments would get. */
        ApprovalPreview: {
            approvalId: components["schemas"]["Id"];
            /**
             * @description BLOCK: the approval would be refused.
             * @enum {string}
             */
            decision: "ALLOW" | "REQUIRE_APPROVAL" | "BLOCK";
            policyIds: components["schemas"]["Id"][];
            reason: string | null;
            /** @description Of the edited arguments. */
            payloadHash: components["schemas"]["Sha256"];
            /** @description How many operators would have to approve. */
            requiredApprovals: number;
        };
        /** @description What is sent of approval.requested. */
        ApprovalRequestedEvent: {
            id: components["schemas"]["Id"];
            /** @constant */
            type: "approval.requested";
            timestamp: components["schemas"]["Time"];
            data: {
                sessionId: components["schemas"]["Id"];
                agentId: string;
                onBehalfOf?: components["schemas"]["OnBehalfOf"];
                labels?: components["schemas"]["Labels"];
                simulated: boolean;
                toolCallId?: components["schemas"]["ToolCallId"];
                traceparent?: components["schemas"]["Traceparent"];
                approvalId: components["schemas"]["Id"];
                actionId: components["schemas"]["Id"];
                apiName: string;
                operationType: components["schemas"]["OperationType"];
                /** @enum {string} */
                status: "PENDING" | "APPROVED" | "REJECTED";
                reason: string | null;
                /** @description The call has run already. */
                review: boolean;
                /** @description When it expires, or a held call is permitted. */
                expiresAt: components["schemas"]["Time"];
                /**
                 * @description `approve`: the call runs then, unless an operator stops it.
                 * @enum {string}
                 */
                onExpiry: "reject" | "approve";
                decidedAt: components["schemas"]["Time"] | null;
                /** @description Opens the dashboard. */
                url: string;
            };
        };
        /** @description Who else has the approval open. */
        ApprovalViewers: {
            id: components["schemas"]["Id"];
            /** @description Other operators, by their address; each said so in the last 30 seconds. */
            viewers: {
                by: string;
                at: components["schemas"]["Time"];
            }[];
        };
        ApproveBody: {
            payloadHash?: components["schemas"]["Sha256"];
            payload?: components["schemas"]["JsonObject"];
            grant?: components["schemas"]["GrantBody"];
            reason?: string;
        };
        /** @description What waits for an operator, what is wrong, and what was changed since a moment. */
        Attention: {
            /** @description Pending approvals. */
            approvals: {
                /** @description At most 100. */
                count: number;
                /** @description There are more than 100. */
                isMore: boolean;
                /** @description By operation, the one that waits longest first; at most five. */
                kinds: {
                    /** @description `<connector>.<resource>.<verb>` */
                    apiName: string;
                    count: number;
                    oldest: {
                        id: components["schemas"]["Id"];
                        summary: string;
                        agentId: components["schemas"]["AgentSlug"];
                        createdAt: components["schemas"]["Time"];
                        expiresAt: components["schemas"]["Time"];
                    };
                }[];
            };
            sessions: {
                /** @description Sessions with an open effect, a violation or an unknown outcome. */
                dirty: {
                    /** @description At most 100. */
                    count: number;
                    /** @description There are more than 100. */
                    isMore: boolean;
                    newest: components["schemas"]["DirtySession"][];
                };
                rollbackFailed: {
                    /** @description At most 100. */
                    count: number;
                    /** @description There are more than 100. */
                    isMore: boolean;
                };
                /** @description Sessions of the last days that drifted from their intent. */
                drifted: {
                    /** @description At most 100. */
                    count: number;
                    /** @description There are more than 100. */
                    isMore: boolean;
                    days: number;
                };
            };
            /** @description Connectors whose last check failed. */
            connectors: {
                connector: string;
                checkedAt: components["schemas"]["Time"];
                detail: string | null;
            }[];
            /** @description Receivers whose last deliveries failed, or that were switched off for that. */
            receivers: {
                id: components["schemas"]["Id"];
                /** @enum {string} */
                kind: "webhook" | "slack" | "email";
                description: string;
                isDisabled: boolean;
                failingSince: components["schemas"]["Time"] | null;
            }[];
            /** @description At most five. */
            pausedAgents: {
                agentId: components["schemas"]["AgentSlug"];
                name: string;
            }[];
            /** @description Of the quota of this month. */
            usage: {
                month: string;
                actions: number;
                limit: number;
            };
            /** @description The newest entries of the audit log since `since`, at most twenty; null without `since`, and where the plan has no audit log. */
            changes: {
                /** @description Of the entry in the audit log. */
                sequence: number;
                action: string;
                by: string;
                target: {
                    type: string;
                    id: string;
                };
                createdAt: components["schemas"]["Time"];
            }[] | null;
        };
        /** @description One link of an organization's chain. */
        AuditEntry: {
            id: components["schemas"]["Id"];
            /** @description From 1, without gaps. */
            sequence: number;
            actor: {
                /** @enum {string} */
                kind: "USER" | "API_KEY" | "SYSTEM";
                id: components["schemas"]["Id"] | null;
                label: string;
            };
            action: string;
            target: {
                type: string;
                id: string;
            };
            /** @description Null: it was not there before. */
            before: components["schemas"]["JsonObject"] | null;
            /** @description Null: it is gone. */
            after: components["schemas"]["JsonObject"] | null;
            requestId: components["schemas"]["Id"] | null;
            createdAt: components["schemas"]["Time"];
            /** @description SHA-256 of the RFC 8785 form of this entry without `hash`. */
            hash: components["schemas"]["Sha256"];
            previousHash: components["schemas"]["Sha256"];
        };
        /** @description The page at Stripe where an operator buys a plan, pays and cancels. */
        BillingPortal: {
            url: string;
            /** @enum {string} */
            kind: "portal" | "checkout";
        };
        /** @description A browser that is signed in; its cookie comes beside this answer. */
        BrowserSession: {
            id: components["schemas"]["Id"];
            expiresAt: components["schemas"]["Time"];
        };
        ChangeAgentBody: {
            displayName?: string;
            description?: string;
            /** @enum {string} */
            status?: "ACTIVE" | "PAUSED";
        };
        ChangeMeBody: {
            name: string;
        };
        ChangeOfPolicyBody: {
            /** Format: uuid */
            id: string;
            name?: string | null;
            apiNamePattern?: string;
            condition?: components["schemas"]["Condition"] | null;
            /** @enum {string} */
            action?: "ALLOW" | "REQUIRE_APPROVAL" | "BLOCK";
            enabled?: boolean;
            reason?: string | null;
            /** @enum {string} */
            mode?: "enforce" | "shadow";
            requiredApprovals?: number;
            /** @enum {string} */
            onChange?: "ask" | "run";
            expiresAfterSeconds?: number | null;
            /** @enum {string} */
            onExpiry?: "reject" | "approve";
            approvalUsableSeconds?: number | null;
        };
        ChangePoliciesBody: {
            state: string;
            /** @enum {string} */
            unmatched?: "ALLOW" | "REQUIRE_APPROVAL" | "BLOCK";
            create?: components["schemas"]["CreatePolicyBody"][];
            change?: components["schemas"]["ChangeOfPolicyBody"][];
            delete?: string[];
        };
        ChangePolicyBody: {
            name?: string | null;
            apiNamePattern?: string;
            condition?: components["schemas"]["Condition"] | null;
            /** @enum {string} */
            action?: "ALLOW" | "REQUIRE_APPROVAL" | "BLOCK";
            enabled?: boolean;
            reason?: string | null;
            /** @enum {string} */
            mode?: "enforce" | "shadow";
            requiredApprovals?: number;
            /** @enum {string} */
            onChange?: "ask" | "run";
            expiresAfterSeconds?: number | null;
            /** @enum {string} */
            onExpiry?: "reject" | "approve";
            approvalUsableSeconds?: number | null;
        };
        ChangeWebhookBody: {
            enabled: boolean;
        };
        CompleteSessionBody: {
            /** @enum {string} */
            status: "COMPLETED";
        };
        /** @description One test of one field or of a window of calls, all of several, or any of several. */
        Condition: ({
            /** @description A bare name or `payload.…` path, or a fact of the call. */
            field: string;
            /** @enum {string} */
            operator: "eq" | "neq" | "contains";
            value: components["schemas"]["Json"];
            /**
             * @description An absent field satisfies it.
             * @constant
             */
            onMissing?: "match";
            /** @description The zone of `time.hour` and `time.weekday`; UTC unless said. */
            timeZone?: string;
            /**
             * @description Texts are compared without their case, normalized (NFC).
             * @constant
             */
            ignoreCase?: true;
        } | {
            /** @description A bare name or `payload.…` path, or a fact of the call. */
            field: string;
            /** @enum {string} */
            operator: "gt" | "gte" | "lt" | "lte";
            value: number;
            /**
             * @description An absent field satisfies it.
             * @constant
             */
            onMissing?: "match";
            /** @description The zone of `time.hour` and `time.weekday`; UTC unless said. */
            timeZone?: string;
        } | {
            /** @description A bare name or `payload.…` path, or a fact of the call. */
            field: string;
            /** @enum {string} */
            operator: "in" | "not_in";
            value: components["schemas"]["Json"][];
            /**
             * @description An absent field satisfies it.
             * @constant
             */
            onMissing?: "match";
            /** @description The zone of `time.hour` and `time.weekday`; UTC unless said. */
            timeZone?: string;
            /**
             * @description Texts are compared without their case, normalized (NFC).
             * @constant
             */
            ignoreCase?: true;
        } | {
            /** @description A bare name or `payload.…` path, or a fact of the call. */
            field: string;
            /** @enum {string} */
            operator: "starts_with" | "ends_with";
            value: string;
            /**
             * @description An absent field satisfies it.
             * @constant
             */
            onMissing?: "match";
            /** @description The zone of `time.hour` and `time.weekday`; UTC unless said. */
            timeZone?: string;
            /**
             * @description Texts are compared without their case, normalized (NFC).
             * @constant
             */
            ignoreCase?: true;
        } | {
            /** @description A bare name or `payload.…` path, or a fact of the call. */
            field: string;
            /** @enum {string} */
            operator: "glob" | "not_glob";
            /** @description `*` stands for any characters, `?` for one. */
            value: string | string[];
            /**
             * @description An absent field satisfies it.
             * @constant
             */
            onMissing?: "match";
            /** @description The zone of `time.hour` and `time.weekday`; UTC unless said. */
            timeZone?: string;
            /**
             * @description Texts are compared without their case, normalized (NFC).
             * @constant
             */
            ignoreCase?: true;
        } | {
            /** @description A bare name or `payload.…` path, or a fact of the call. */
            field: string;
            /** @enum {string} */
            operator: "exists";
            value: boolean;
            /**
             * @description An absent field satisfies it.
             * @constant
             */
            onMissing?: "match";
            /** @description The zone of `time.hour` and `time.weekday`; UTC unless said. */
            timeZone?: string;
        }) | {
            /** @description How many calls, or the sum of an argument. */
            window: {
                /** @constant */
                count: true;
            } | {
                sum: string;
            };
            /** @description `agent`, `session`, `organization`, or a path: each value has a window of its own. */
            per: string;
            /** @description From 60 to 2 678 400. */
            seconds: number;
            /** @enum {string} */
            operator: "gt" | "gte" | "lt" | "lte";
            value: number;
        } | {
            all: components["schemas"]["Condition"][];
        } | {
            any: components["schemas"]["Condition"][];
        };
        ConfirmActionBody: {
            /** @enum {string} */
            status: "CLEARED" | "PENDING_APPROVAL" | "REJECTED" | "BLOCKED" | "SUCCESS" | "FAILED" | "UNKNOWN" | "ROLLED_BACK" | "ROLLBACK_FAILED";
            response?: components["schemas"]["Json"];
            payloadHash?: components["schemas"]["Sha256"];
            /** Format: uuid */
            claim?: string;
        };
        ConnectionBody: {
            server: string;
            database?: string;
            table?: components["schemas"]["ConnectionTableBody"];
            path: string[];
            settings: components["schemas"]["ConnectionSettingsBody"];
        };
        ConnectionSettingsBody: {
            timeZone?: string;
            dateStyle?: string;
            intervalStyle?: string;
            monetaryLocale?: string;
            standardConformingStrings?: string;
            sqlMode?: string;
        };
        ConnectionTableBody: {
            schema: string;
            id?: string;
            temporary: boolean;
        };
        /** @description One connector as it was last seen. */
        ConnectorHealth: {
            connector: string;
            /** @enum {string} */
            status: "healthy" | "unhealthy" | "unconfigured";
            checkedAt: components["schemas"]["Time"] | null;
            latencyMs: number | null;
            /** @description What is wrong, in a sentence for an operator. */
            detail: string | null;
        };
        CreateApiKeyBody: {
            name: string;
            /** @enum {string} */
            kind: "live" | "test";
            agentId?: string;
        };
        CreatePersonalTokenBody: {
            name: string;
            expiresAt: string;
            scopes: ("policies" | "read" | "decide")[];
            password?: string;
        };
        CreatePolicyBody: {
            name?: string | null;
            apiNamePattern: string;
            condition?: components["schemas"]["Condition"] | null;
            /** @enum {string} */
            action: "ALLOW" | "REQUIRE_APPROVAL" | "BLOCK";
            enabled?: boolean;
            reason?: string | null;
            /** @enum {string} */
            mode?: "enforce" | "shadow";
            requiredApprovals?: number;
            /** @enum {string} */
            onChange?: "ask" | "run";
            expiresAfterSeconds?: number | null;
            /** @enum {string} */
            onExpiry?: "reject" | "approve";
            approvalUsableSeconds?: number | null;
        };
        CreateSessionBody: {
            agentId: string;
            intent: string;
            onBehalfOf?: string;
            labels?: components["schemas"]["Labels"];
        };
        CreateWebhookBody: {
            /** @enum {string} */
            kind?: "webhook" | "slack" | "email";
            url?: string;
            events?: ("approval.requested" | "approval.decided" | "approval.expired" | "action.blocked" | "rollback.finished" | "rollback.reverted")[];
            description?: string;
        };
        /** @description An API key with its secret, which is shown this once. */
        CreatedApiKey: {
            id: components["schemas"]["Id"];
            name: string;
            /** @enum {string} */
            kind: "live" | "test";
            /** @description The one agent it acts as. */
            agentId: string | null;
            /** @enum {string} */
            status: "ACTIVE" | "REVOKED";
            createdAt: components["schemas"]["Time"];
            lastUsedAt: components["schemas"]["Time"] | null;
            revokedAt: components["schemas"]["Time"] | null;
            key: string;
        };
        /** @description A personal token with its secret, which is shown this once. */
        CreatedPersonalToken: {
            id: components["schemas"]["Id"];
            name: string;
            scopes: ("policies" | "read" | "decide")[];
            /** @enum {string} */
            status: "ACTIVE" | "EXPIRED" | "REVOKED";
            createdAt: components["schemas"]["Time"];
            expiresAt: components["schemas"]["Time"];
            /** @description Up to five minutes late. */
            lastUsedAt: components["schemas"]["Time"] | null;
            token: string;
        };
        /** @description A receiver of events with the secret that its events are signed with, which is shown this once. */
        CreatedWebhook: {
            id: components["schemas"]["Id"];
            /** @enum {string} */
            kind: "webhook" | "slack" | "email";
            url: string | null;
            /** @description The types of events that it is told of. */
            events: string[];
            description: string;
            enabled: boolean;
            /** @enum {string|null} */
            disabledReason: "gone" | "failing" | "operator" | null;
            disabledAt: components["schemas"]["Time"] | null;
            failingSince: components["schemas"]["Time"] | null;
            createdAt: components["schemas"]["Time"];
            updatedAt: components["schemas"]["Time"];
            secret?: string;
        };
        /** @description What is stored for a connector, without its values. */
        Credential: {
            connector: string;
            fields: string[];
            /** @description Patterns of the operations that agents may have the service perform with it. */
            agentOperations: string[];
            createdAt: components["schemas"]["Time"];
            updatedAt: components["schemas"]["Time"];
            lastCheckedAt: components["schemas"]["Time"] | null;
            lastCheckOk: boolean | null;
        };
        /** @description Which of the connectors an agent may count on. */
        CredentialsCheck: {
            valid: boolean;
            configured: string[];
            missing: string[];
            suggestions: string[];
            /** @enum {string} */
            plan: "FREE" | "PRO" | "TEAM";
        };
        /** @description What became of one of several decisions. */
        Decided: {
            id: string;
            /** @description As the decision alone would be answered. */
            status: number;
            approval: components["schemas"]["Approval"] | null;
            error: components["schemas"]["Problem"] | null;
        };
        DecisionBody: {
            id: string;
            /** @enum {string} */
            decision: "approve" | "reject";
            payloadHash?: components["schemas"]["Sha256"];
            payload?: components["schemas"]["JsonObject"];
            reason?: string;
        };
        DecisionsBody: {
            decisions: components["schemas"]["DecisionBody"][];
        };
        DeleteMeBody: {
            password?: string;
        };
        /** @description It is gone. */
        Deleted: {
            id: components["schemas"]["Id"];
            /** @constant */
            deleted: true;
        };
        /** @description One event on its way to one receiver. */
        Delivery: {
            id: components["schemas"]["Id"];
            webhookId: components["schemas"]["Id"];
            eventId: components["schemas"]["Id"];
            type: string;
            /** @description Who the mail is for. */
            memberId: components["schemas"]["Id"] | null;
            /** @enum {string} */
            status: "PENDING" | "DELIVERED" | "FAILED" | "CANCELED";
            attempts: number;
            nextTryAt: components["schemas"]["Time"] | null;
            /** @description Every attempt. */
            log: {
                /** @description From 1. */
                attempt: number;
                at: components["schemas"]["Time"];
                /** @description Of the answer. */
                status: number | null;
                durationMs: number | null;
                error: string | null;
                nextTryAt: components["schemas"]["Time"] | null;
            }[];
            data: components["schemas"]["EventData"];
            createdAt: components["schemas"]["Time"];
            settledAt: components["schemas"]["Time"] | null;
        };
        /** @description Whether an operator should look at a session, and why. */
        DirtySession: {
            sessionId: components["schemas"]["Id"];
            agentId: components["schemas"]["AgentSlug"];
            intent: string;
            /** @enum {string} */
            displayStatus: "ACTIVE" | "COMPLETED" | "ABANDONED" | "AWAITING_APPROVAL" | "ROLLING_BACK" | "REVERTED" | "PARTIALLY_REVERTED" | "ROLLBACK_FAILED";
            simulated: boolean;
            dirty: boolean;
            reasons: {
                /** @enum {string} */
                reason: "not-undone" | "rollback-incomplete" | "unconfirmed-approval" | "violation" | "unknown-outcome";
                /** @description How many actions it concerns. */
                actions: number;
                /** @description The first of them, as logged; at most 20. */
                actionIds: components["schemas"]["Id"][];
            }[];
            createdAt: components["schemas"]["Time"];
            lastActivityAt: components["schemas"]["Time"];
        };
        /** @description What an event tells. */
        EventData: {
            sessionId: components["schemas"]["Id"];
            agentId: string;
            onBehalfOf?: components["schemas"]["OnBehalfOf"];
            labels?: components["schemas"]["Labels"];
            simulated: boolean;
            toolCallId?: components["schemas"]["ToolCallId"];
            traceparent?: components["schemas"]["Traceparent"];
            approvalId: components["schemas"]["Id"];
            actionId: components["schemas"]["Id"];
            apiName: string;
            operationType: components["schemas"]["OperationType"];
            /** @enum {string} */
            status: "PENDING" | "APPROVED" | "REJECTED";
            reason: string | null;
            /** @description The call has run already. */
            review: boolean;
            /** @description When it expires, or a held call is permitted. */
            expiresAt: components["schemas"]["Time"];
            /**
             * @description `approve`: the call runs then, unless an operator stops it.
             * @enum {string}
             */
            onExpiry: "reject" | "approve";
            decidedAt: components["schemas"]["Time"] | null;
            /** @description The call as one sentence; absent once the call was erased. */
            summary?: string | null;
        } | {
            sessionId: components["schemas"]["Id"];
            agentId: string;
            onBehalfOf?: components["schemas"]["OnBehalfOf"];
            labels?: components["schemas"]["Labels"];
            simulated: boolean;
            toolCallId?: components["schemas"]["ToolCallId"];
            traceparent?: components["schemas"]["Traceparent"];
            actionId: components["schemas"]["Id"];
            apiName: string;
            operationType: components["schemas"]["OperationType"];
            /** @enum {string} */
            status: "BLOCKED";
            reason: string | null;
            policyIds: components["schemas"]["Id"][];
        } | {
            sessionId: components["schemas"]["Id"];
            agentId: string;
            onBehalfOf?: components["schemas"]["OnBehalfOf"];
            labels?: components["schemas"]["Labels"];
            simulated: boolean;
            rollbackId: components["schemas"]["Id"];
            actionId: components["schemas"]["Id"] | null;
            fromActionId: components["schemas"]["Id"] | null;
            agentRollbackId: components["schemas"]["Id"] | null;
            /** @enum {string} */
            status: "FINISHED";
            /** @description How many steps ended how. */
            outcomes: {
                ROLLED_BACK?: number;
                ROLLBACK_FAILED?: number;
                CONFLICT?: number;
                IRREVERSIBLE?: number;
                UNKNOWN?: number;
                SKIPPED?: number;
            };
            startedAt: components["schemas"]["Time"];
            finishedAt: components["schemas"]["Time"];
        } | {
            sessionId: components["schemas"]["Id"];
            agentId: string;
            onBehalfOf?: components["schemas"]["OnBehalfOf"];
            labels?: components["schemas"]["Labels"];
            simulated: boolean;
            /** @description Of the revert. */
            rollbackId: components["schemas"]["Id"];
            /** @description The rollback that it took back. */
            reverts: components["schemas"]["Id"];
            /** @enum {string} */
            status: "FINISHED";
            /** @description How many steps ended how. */
            outcomes: {
                ROLLED_BACK?: number;
                ROLLBACK_FAILED?: number;
                CONFLICT?: number;
                IRREVERSIBLE?: number;
                UNKNOWN?: number;
                SKIPPED?: number;
                REAPPLIED?: number;
            };
            startedAt: components["schemas"]["Time"];
            finishedAt: components["schemas"]["Time"];
        } | {
            webhookId: components["schemas"]["Id"];
        };
        /** @description What a refused request is answered with. */
        Failure: {
            data: null;
            error: components["schemas"]["Problem"];
            timestamp: components["schemas"]["Time"];
        };
        ForgotPasswordBody: {
            /** Format: email */
            email: string;
        };
        /** @description What is installed here, and where to go next. */
        FrontPage: {
            name: string;
            version: string;
            description: string;
            links: {
                health: string;
                register: string;
                readme: string;
                documentation: string;
                reference: string;
                errors: string;
            };
            /** @description The identity providers that operators may sign in through. */
            signIn: {
                /** @enum {string} */
                provider: "oauth-a" | "oauth-b";
                host: string;
                url: string;
            }[];
            /** @description The path of the SDK of this version, for `npm install`; null where it was not built. */
            sdk: string | null;
        };
        /** @description Calls of one session that are approved in advance. */
        Grant: {
            id: components["schemas"]["Id"];
            sessionId: components["schemas"]["Id"];
            agentId: components["schemas"]["AgentSlug"];
            approvalId: components["schemas"]["Id"];
            apiNamePattern: string;
            /** @enum {string} */
            status: "ACTIVE" | "EXHAUSTED" | "EXPIRED" | "REVOKED";
            maxUses: number;
            uses: number;
            remainingUses: number;
            createdBy: string;
            createdAt: components["schemas"]["Time"];
            expiresAt: components["schemas"]["Time"];
            revokedAt: components["schemas"]["Time"] | null;
        };
        GrantBody: {
            apiNamePattern: string;
            maxUses: number;
            minutes: number;
        };
        /** @description The service could answer a request now. */
        Health: {
            status: string;
            timestamp: components["schemas"]["Time"];
        };
        /**
         * Format: uuid
         * @description UUID.
         */
        Id: string;
        /** @description What an operator said of a session or call, or what follows from another decision of an operator. */
        IntentMark: {
            id: components["schemas"]["Id"];
            sessionId: components["schemas"]["Id"];
            /** @description Null: the whole session. */
            actionId: components["schemas"]["Id"] | null;
            agentId: components["schemas"]["AgentSlug"];
            simulated: boolean;
            /** @enum {string} */
            mark: "fine" | "drift";
            /**
             * @description Marks by a rollback, the rejection of an approval or a settlement as undone count less than those by an operator.
             * @enum {string}
             */
            source: "operator" | "rollback" | "rejection" | "settlement";
            note: string | null;
            markedBy: string;
            createdAt: components["schemas"]["Time"];
        };
        /** @description How many alarms the organization wants. */
        IntentSettings: {
            /** @description Of a hundred sessions of an agent, how many may be DRIFTED. */
            alarmBudget: number;
        };
        IntentSettingsBody: {
            alarmBudget: number;
        };
        /** @description An invitation that can still be accepted. */
        Invitation: {
            id: components["schemas"]["Id"];
            email: string;
            /** @description The member who invites. */
            invitedBy: components["schemas"]["Id"];
            /**
             * @description QUEUED: the mail is not sent yet.
             * @enum {string}
             */
            status: "QUEUED" | "SENT";
            createdAt: components["schemas"]["Time"];
            /** @description Seven days after it is sent; null before. */
            expiresAt: components["schemas"]["Time"] | null;
        };
        InviteBody: {
            /** Format: email */
            email: string;
        };
        /** @description Any JSON: what a client sent, or a provider answered. */
        Json: Json;
        /** @description A JSON object whose members are free. */
        JsonObject: JsonObject;
        /** @description Texts of the application, by name: at most 20 of 1 to 200 characters. A name has 1 to 63 letters, digits, `-` and `_`. */
        Labels: {
            [key: string]: string;
        };
        /** @description A session as the list shows it. */
        ListedSession: {
            id: components["schemas"]["Id"];
            agentId: components["schemas"]["AgentSlug"];
            /** @description What it was opened for, in words. */
            intent: string;
            onBehalfOf: components["schemas"]["OnBehalfOf"];
            labels: components["schemas"]["Labels"];
            /** @enum {string} */
            status: "ACTIVE" | "COMPLETED" | "ABANDONED";
            /**
             * @description As shown to people: also tells what was undone.
             * @enum {string}
             */
            displayStatus: "ACTIVE" | "COMPLETED" | "ABANDONED" | "AWAITING_APPROVAL" | "ROLLING_BACK" | "REVERTED" | "PARTIALLY_REVERTED" | "ROLLBACK_FAILED";
            counters: components["schemas"]["SessionCounters"];
            /** @description Opened with a test key: no provider is called. */
            simulated: boolean;
            allowedCommands: {
                /** @description Whether there is anything left to roll back. */
                rollbackSession: boolean;
            };
            createdAt: components["schemas"]["Time"];
            updatedAt: components["schemas"]["Time"];
            completedAt: components["schemas"]["Time"] | null;
            lastActivityAt: components["schemas"]["Time"];
            /** @description Has effects that were not undone, or of which the outcome is not known. */
            dirty: boolean;
            /**
             * @description The verdict of the latest evaluation; null before the first one.
             * @enum {string|null}
             */
            drift: "ALIGNED" | "REVIEW" | "DRIFTED" | "INSUFFICIENT_EVIDENCE" | null;
            /** @description Of its calls, in alphabetical order. */
            connectors: string[];
        };
        LogActionBody: {
            apiName: string;
            /** @enum {string} */
            operationType?: "CREATE" | "UPDATE" | "DELETE" | "EXECUTE" | "READ";
            payload: components["schemas"]["JsonObject"];
            mayDo?: string[];
            response?: components["schemas"]["Json"];
            /** @enum {string} */
            status?: "CLEARED" | "PENDING_APPROVAL" | "SUCCESS" | "FAILED";
            /** Format: uuid */
            precaptureId?: string;
            timeoutMs?: number;
            toolCallId?: string;
            traceparent?: string;
            /** @enum {string} */
            violation?: "ungated";
            /** @enum {boolean} */
            perform?: true;
        };
        LoginBody: {
            email: string;
            password: string;
            link?: string;
            linkOfBrowser?: boolean;
        };
        MarkIntentBody: {
            actionId?: string;
            /** @enum {string} */
            mark: "fine" | "drift";
            note?: string;
        };
        /** @description An operator, their organization, and what it has used of its quota. */
        Me: {
            user: {
                id: components["schemas"]["Id"];
                email: string;
                name: string;
                emailVerified: boolean;
                createdAt: components["schemas"]["Time"];
            };
            organization: {
                id: components["schemas"]["Id"];
                name: string;
                /** @enum {string} */
                plan: "FREE" | "PRO" | "TEAM";
                createdAt: components["schemas"]["Time"];
            };
            usage: {
                month: string;
                actions: number;
                limit: number;
            };
        };
        /** @description Who is in the organization. */
        Member: {
            id: components["schemas"]["Id"];
            email: string;
            name: string;
            /** @enum {string} */
            role: "MEMBER";
            joinedAt: components["schemas"]["Time"];
        };
        /** @description In words for a person. */
        Message: {
            message: string;
        };
        /** @description Figures of live sessions, the last 30 days, and simulated sessions by themselves. */
        Metrics: {
            actions: {
                total: number;
                byStatus: {
                    CLEARED: number;
                    PENDING_APPROVAL: number;
                    REJECTED: number;
                    BLOCKED: number;
                    SUCCESS: number;
                    FAILED: number;
                    UNKNOWN: number;
                    ROLLED_BACK: number;
                    ROLLBACK_FAILED: number;
                };
            };
            /** @description Calls that took effect, of those whose outcome is known; null: there is none. */
            successRate: number | null;
            blocked: number;
            violations: {
                total: number;
                byKind: {
                    blocked: number;
                    unapproved: number;
                    paused: number;
                    "after-completion": number;
                    "after-rollback": number;
                    "payload-mismatch": number;
                    ungated: number;
                    lapsed: number;
                };
            };
            approvals: {
                pending: number;
                approved: number;
                rejected: number;
                expired: number;
                withdrawn: number;
                medianDecisionMs: number | null;
            };
            rollbacks: {
                started: number;
                finished: number;
                outcomes: {
                    ROLLED_BACK: number;
                    ROLLBACK_FAILED: number;
                    CONFLICT: number;
                    IRREVERSIBLE: number;
                    UNKNOWN: number;
                    SKIPPED: number;
                };
            };
            simulated: {
                actions: {
                    total: number;
                    byStatus: {
                        CLEARED: number;
                        PENDING_APPROVAL: number;
                        REJECTED: number;
                        BLOCKED: number;
                        SUCCESS: number;
                        FAILED: number;
                        UNKNOWN: number;
                        ROLLED_BACK: number;
                        ROLLBACK_FAILED: number;
                    };
                };
                /** @description Calls that took effect, of those whose outcome is known; null: there is none. */
                successRate: number | null;
                blocked: number;
                violations: {
                    total: number;
                    byKind: {
                        blocked: number;
                        unapproved: number;
                        paused: number;
                        "after-completion": number;
                        "after-rollback": number;
                        "payload-mismatch": number;
                        ungated: number;
                        lapsed: number;
                    };
                };
                approvals: {
                    pending: number;
                    approved: number;
                    rejected: number;
                    expired: number;
                    withdrawn: number;
                    medianDecisionMs: number | null;
                };
                rollbacks: {
                    started: number;
                    finished: number;
                    outcomes: {
                        ROLLED_BACK: number;
                        ROLLBACK_FAILED: number;
                        CONFLICT: number;
                        IRREVERSIBLE: number;
                        UNKNOWN: number;
                        SKIPPED: number;
                    };
                };
            };
            days: {
                /**
                 * Format: date
                 * @description A day in UTC.
                 */
                day: string;
                actions: number;
                success: number;
                failed: number;
                blocked: number;
                approvalsRequested: number;
                /** @description Approvals decided so on that day. */
                approved: number;
                rejected: number;
                expired: number;
                /** @description Of the decisions of that day; null: operators decided nothing. */
                medianDecisionMs: number | null;
                /** @description Rollbacks begun on that day. */
                rollbacks: number;
                rolledBack: number;
            }[];
            since: components["schemas"]["Time"];
        };
        NoteBody: {
            note?: string | null;
        };
        /** @description The user whose task it is; null: the agent did not say. */
        OnBehalfOf: string | null;
        /**
         * @description What kind of change an operation makes; a READ changes nothing and is never undone.
         * @enum {string}
         */
        OperationType: "CREATE" | "UPDATE" | "DELETE" | "EXECUTE" | "READ";
        /** @description How the live sessions of the last 30 days kept to their intents, and the simulated ones by themselves. */
        OrganizationIntent: {
            sessions: number;
            verdicts: components["schemas"]["VerdictCounts"];
            averageDriftScore: number | null;
            agents: {
                agentId: components["schemas"]["AgentSlug"];
                sessions: number;
                verdicts: components["schemas"]["VerdictCounts"];
                averageDriftScore: number | null;
            }[];
            connectors: {
                connector: string;
                sessions: number;
                verdicts: components["schemas"]["VerdictCounts"];
                averageDriftScore: number | null;
            }[];
            days: {
                /**
                 * Format: date
                 * @description A day in UTC.
                 */
                day: string;
                sessions: number;
                verdicts: components["schemas"]["VerdictCounts"];
                averageDriftScore: number | null;
            }[];
            simulated: {
                sessions: number;
                verdicts: components["schemas"]["VerdictCounts"];
                averageDriftScore: number | null;
                agents: {
                    agentId: components["schemas"]["AgentSlug"];
                    sessions: number;
                    verdicts: components["schemas"]["VerdictCounts"];
                    averageDriftScore: number | null;
                }[];
                connectors: {
                    connector: string;
                    sessions: number;
                    verdicts: components["schemas"]["VerdictCounts"];
                    averageDriftScore: number | null;
                }[];
                days: {
                    /**
                     * Format: date
                     * @description A day in UTC.
                     */
                    day: string;
                    sessions: number;
                    verdicts: components["schemas"]["VerdictCounts"];
                    averageDriftScore: number | null;
                }[];
            };
            evaluator: string;
        };
        /** @description A browser in which the operator is signed in. */
        OwnSession: {
            id: components["schemas"]["Id"];
            /** @description Whether this request came from it. */
            current: boolean;
            /** @description From where it began. */
            address: string;
            userAgent: string;
            createdAt: components["schemas"]["Time"];
            /** @description Up to five minutes late. */
            lastSeenAt: components["schemas"]["Time"];
            expiresAt: components["schemas"]["Time"];
        };
        /** @description The progress of a call that the service makes. */
        Performance: {
            /** @enum {string} */
            state: "waiting" | "queued" | "running" | "done";
            startedAt: components["schemas"]["Time"] | null;
            finishedAt: components["schemas"]["Time"] | null;
            attempts: number;
            /** @description Why it ended without having begun; of `resource-changed`, why it waits for a person again. */
            reason: string | null;
        };
        /** @description A personal token, without its secret. */
        PersonalToken: {
            id: components["schemas"]["Id"];
            name: string;
            scopes: ("policies" | "read" | "decide")[];
            /** @enum {string} */
            status: "ACTIVE" | "EXPIRED" | "REVOKED";
            createdAt: components["schemas"]["Time"];
            expiresAt: components["schemas"]["Time"];
            /** @description Up to five minutes late. */
            lastUsedAt: components["schemas"]["Time"] | null;
        };
        /** @description What calls of a name may do. */
        Policy: {
            id: components["schemas"]["Id"];
            /** @description What people call it, unique in the organization; null: nothing. */
            name: string | null;
            apiNamePattern: string;
            /** @description Null: every call that the pattern matches. */
            condition: components["schemas"]["Condition"] | null;
            /** @enum {string} */
            action: "ALLOW" | "REQUIRE_APPROVAL" | "BLOCK";
            enabled: boolean;
            /** @description Told to the agent. */
            reason: string | null;
            /**
             * @description A `shadow` policy is evaluated and reported, and decides nothing.
             * @enum {string}
             */
            mode: "enforce" | "shadow";
            /** @description How many operators have to approve. */
            requiredApprovals: number;
            /**
             * @description An approved call that the service makes goes back to the person where its resource has changed since (`ask`), or runs.
             * @enum {string}
             */
            onChange: "ask" | "run";
            /** @description How long an approval waits; null: as long as the service says. */
            expiresAfterSeconds: number | null;
            /**
             * @description What becomes of a call that no operator decides on by then.
             * @enum {string}
             */
            onExpiry: "reject" | "approve";
            /** @description How long an approval counts; null: as long as it waits. */
            approvalUsableSeconds: number | null;
            createdAt: components["schemas"]["Time"];
            updatedAt: components["schemas"]["Time"];
        };
        /** @description All policies of an organization. */
        PolicySet: {
            /** @description It follows from what the policies say: the same policies have the same state. */
            state: components["schemas"]["Sha256"];
            /**
             * @description The verdict where no enforced policy matches.
             * @enum {string}
             */
            unmatched: "ALLOW" | "REQUIRE_APPROVAL" | "BLOCK";
            /** @description In the order of their creation. */
            policies: components["schemas"]["Policy"][];
        };
        /** @description What holds for all calls of an organization. */
        PolicySettings: {
            /**
             * @description The verdict where no enforced policy matches.
             * @enum {string}
             */
            unmatched: "ALLOW" | "REQUIRE_APPROVAL" | "BLOCK";
        };
        PolicySettingsBody: {
            /** @enum {string} */
            unmatched: "ALLOW" | "REQUIRE_APPROVAL" | "BLOCK";
        };
        /** @description What a draft policy alone would have made of past calls. */
        PolicySimulation: {
            from: components["schemas"]["Time"];
            to: components["schemas"]["Time"];
            /** @description False: there were more calls than could be looked at. */
            complete: boolean;
            evaluated: number;
            matched: number;
            allowed: {
                calls: number;
                /** @description A rollback undid them later. */
                undone: number;
            };
            gated: {
                calls: number;
                /** @description A rollback undid them later. */
                undone: number;
            };
            blocked: {
                calls: number;
                /** @description A rollback undid them later. */
                undone: number;
            };
            /** @description Held up by the draft, and not by the policies of that day. */
            newlyHeldUp: number;
            samples: {
                actionId: components["schemas"]["Id"];
                sessionId: components["schemas"]["Id"];
                agentId: components["schemas"]["AgentSlug"];
                /** @description `<connector>.<resource>.<verb>` */
                apiName: string;
                summary: string;
                payloadSummary: string;
                /** @enum {string|null} */
                decision: "ALLOW" | "REQUIRE_APPROVAL" | "BLOCK" | null;
                /** @enum {string} */
                recordedDecision: "ALLOW" | "REQUIRE_APPROVAL" | "BLOCK";
                status: components["schemas"]["ActionStatus"];
                undone: boolean;
                createdAt: components["schemas"]["Time"];
            }[];
            warnings: {
                /** @enum {string} */
                code: "look-alike";
                message: string;
                apiNames: string[];
            }[];
        };
        /** @description What became of the calls of live sessions that a policy matched. Each figure belongs to the day on which the call was logged. */
        PolicyStatistics: {
            policyId: components["schemas"]["Id"];
            /** @description Calls are counted from then on: the first of the days began, or the policy was made. */
            since: components["schemas"]["Time"];
            /** @description Calls that it matched while it was enforced. */
            matches: number;
            /** @description Approvals that it asked for. */
            approvals: number;
            /** @description Matched calls that a rollback undid later. */
            laterUndone: number;
            decisions: {
                approved: number;
                rejected: number;
                expired: number;
                withdrawn: number;
            };
            /** @description Of what operators approved or rejected; null: they have decided nothing. */
            shareApproved: number | null;
            /** @description From the request to the decision of an operator, in whole seconds; of two in the middle, their mean. */
            medianSecondsToDecide: number | null;
            /** @description While it was a shadow policy: what it would have done. */
            shadow: {
                matches: number;
                wouldHave: {
                    allowed: number;
                    gated: number;
                    blocked: number;
                };
                /** @description Calls that it would have held up, and the enforced policies did not. */
                newlyHeldUp: number;
                laterUndone: number;
            };
            /** @description Oldest first, today last. */
            days: {
                /**
                 * Format: date
                 * @description A day in UTC.
                 */
                day: string;
                /** @description Calls that it matched while it was enforced. */
                matches: number;
                /** @description Approvals that it asked for. */
                approvals: number;
                /** @description Matched calls that a rollback undid later. */
                laterUndone: number;
                approved: number;
                rejected: number;
                shadowMatches: number;
            }[];
        };
        /** @description A policy that could be said better, by what was called and decided. */
        PolicySuggestion: {
            /** @description The same suggestion has the same id. */
            id: string;
            /** @enum {string} */
            kind: "unnamed-operation" | "never-matched" | "covered" | "always-approved";
            /** @description The policy that the draft replaces; null: the draft is a new one. */
            policyId: components["schemas"]["Id"] | null;
            /** @description `<connector>.<resource>.<verb>` */
            apiName: string | null;
            coveredBy: components["schemas"]["Id"][];
            figures: {
                days: number;
                calls: number;
                /** @description A rollback undid them later. */
                undone: number;
                agents: number | null;
                approvals: number;
                medianSecondsToDecide: number | null;
            };
            draft: components["schemas"]["CreatePolicyBody"];
        };
        /** @description The snapshot of what a call is about to change; a capture that failed does not stop the call. */
        Precapture: {
            /** @description Binds the snapshot to one call of the session with the same arguments. */
            precaptureId: components["schemas"]["Id"];
            /** @description The call may run and cannot be undone. */
            captureFailed: boolean;
        };
        PrecaptureBody: {
            apiName: string;
            payload: components["schemas"]["JsonObject"];
            connection?: components["schemas"]["ConnectionBody"];
            /** Format: uuid */
            actionId?: string;
        };
        PreviewBody: {
            payload: components["schemas"]["JsonObject"];
            payloadHash?: components["schemas"]["Sha256"];
        };
        /** @description A refusal (RFC 9457). Act on the end of `type`, show `detail`, quote `requestId`. */
        Problem: {
            type: string;
            title: string;
            status: number;
            detail: string;
            requestId: components["schemas"]["Id"];
            actionId?: components["schemas"]["Id"];
            policyIds?: components["schemas"]["Id"][];
            /**
             * @description Why a call was refused.
             * @enum {string}
             */
            code?: "policy" | "rejected" | "expired" | "withdrawn" | "revoked" | "lapsed" | "cancelled" | "paused" | "quota" | "unavailable";
            errors?: {
                field: string;
                message: string;
            }[];
        };
        /**
         * @description The last part of the `type` of a problem.
         * @enum {string}
         */
        ProblemCode: "validation-failed" | "invalid-token" | "bad-request" | "invalid-signature" | "session-not-open" | "invalid-link" | "unauthenticated" | "cross-origin" | "operator-required" | "agent-required" | "scope-missing" | "plan-required" | "proof-required" | "policy-blocked" | "operation-not-offered" | "agent-paused" | "agent-mismatch" | "not-found" | "method-not-allowed" | "request-timeout" | "idempotency-conflict" | "session-closed" | "session-rolled-back" | "session-rolling-back" | "illegal-transition" | "already-begun" | "calls-open" | "precapture-mismatch" | "already-decided" | "not-approved" | "already-approved-by-you" | "redacted-arguments" | "not-grantable" | "approve-alone" | "too-many-policies" | "policies-changed" | "too-many-webhooks" | "already-run" | "payload-changed" | "not-rollable" | "not-revertible" | "plan-changed" | "rollback-running" | "already-settled" | "not-settleable" | "not-erasable" | "agent-registered" | "pause-unfinished" | "agent-is-paused" | "email-taken" | "already-signed-in" | "already-member" | "already-invited" | "last-member" | "conflict" | "too-large" | "uri-too-long" | "unsupported-media-type" | "rate-limited" | "quota-exceeded" | "precapture-limit" | "headers-too-large" | "internal" | "billing-not-configured" | "billing-unavailable" | "oauth-not-configured" | "not-ready" | "unavailable";
        /** @description When a problem is answered, and what to do about it. */
        ProblemEntry: {
            code: components["schemas"]["ProblemCode"];
            title: string;
            status: number;
            when: string;
            advice: string;
        };
        PutCredentialBody: {
            values?: {
                [key: string]: string;
            };
            agentOperations?: string[];
        };
        /** @description The service has recorded the event. */
        Received: {
            /** @constant */
            received: true;
        };
        RedactionRuleBody: {
            name: string;
            apiNamePattern: string;
            path: string;
        };
        /** @description What is replaced in calls before they are stored. */
        RedactionSettings: {
            /** @description Values that are known by their form, wherever they stand. */
            kinds: ("card-number" | "key" | "email")[];
            rules: {
                /** @description It stands in the place of the value. */
                name: string;
                apiNamePattern: string;
                /** @description Begins with `payload`, `response`, `snapshot`, or `*` for all of them. */
                path: string;
            }[];
        };
        RedactionSettingsBody: {
            kinds: ("card-number" | "key" | "email")[];
            rules: components["schemas"]["RedactionRuleBody"][];
        };
        RegisterAgentBody: {
            slug: string;
            description?: string;
            displayName?: string;
        };
        RegisterBody: {
            /** Format: email */
            email: string;
            password: string;
            name: string;
        };
        /** @description An operation that a connector of the service knows. */
        RegistryEntry: {
            /** @description Its name in policies and in the ledger. */
            apiName: string;
            /** @description Identifier of its connector. */
            connector: string;
            /** @description Of the provider's API, as it names it. */
            apiVersion: string;
            resource: string;
            verb: string;
            operationType: components["schemas"]["OperationType"];
            /**
             * @description Whether an undo restores the very state, or only makes up for it, or there is none.
             * @enum {string}
             */
            reversibility: "exact" | "compensating" | "none";
            /** @description What undoes it, in words. */
            inverse: string | null;
            /**
             * @description Whether the state before it has to be captured for that.
             * @enum {string}
             */
            precapture: "required" | "none";
            /** @description JSON Schema of the arguments. */
            payloadSchema: components["schemas"]["JsonObject"];
            credentialFields: {
                name: string;
                required: boolean;
                description: string;
                isPublic?: boolean;
            }[];
            /** @description What policies can compare of its calls, read by the service. */
            facts: string[];
            /** @description How a call reads: a template over its payload; null: its name and its three most telling arguments. */
            summary: string | null;
            /** @description Round trips against a real counterpart run in the tests of this connector. */
            verified: boolean;
            notes: string | null;
            /** @description By what a change by another client is noticed. */
            driftSignal: string | null;
            /** @description Hours within which the provider lets it be undone; null: no limit. */
            undoableForHours: number | null;
            /** @description The service itself can make the call, where an operator offers it. */
            performable: boolean;
            /** @description Why it cannot. */
            unperformableReason: string | null;
            /**
             * @description What a policy should do with it, where it cannot be undone.
             * @enum {string|null}
             */
            advice: "REQUIRE_APPROVAL" | null;
        };
        RejectBody: {
            reason?: string;
            payloadHash?: components["schemas"]["Sha256"];
        };
        ResetPasswordBody: {
            token: string;
            newPassword: string;
        };
        /** @description What taking a rollback back would do now. */
        RevertPlan: {
            sessionId: components["schemas"]["Id"];
            /** @enum {string} */
            displayStatus: "ACTIVE" | "COMPLETED" | "ABANDONED" | "AWAITING_APPROVAL" | "ROLLING_BACK" | "REVERTED" | "PARTIALLY_REVERTED" | "ROLLBACK_FAILED";
            counters: components["schemas"]["SessionCounters"];
            /** @enum {string} */
            state: "planned";
            /** @description The rollback that would be taken back. */
            rollbackId: components["schemas"]["Id"];
            /** @description What a revert may name as `planHash`. */
            hash: components["schemas"]["Sha256"];
            /** @description In the order in which the calls would be reapplied: what was undone last comes first. */
            plan: {
                actionId: components["schemas"]["Id"];
                /** @description `<connector>.<resource>.<verb>` */
                apiName: string;
                summary: string;
                status: components["schemas"]["ActionStatus"];
                /** @enum {string} */
                class: "exact" | "compensating" | "impossible";
                /** @description The exact calls to the provider. */
                calls: string[];
                /** @description What will be otherwise than before the rollback. */
                remains: string[];
                /** @description Why it is impossible. */
                reason: string | null;
                /** @description What the operator who forces it should know. */
                warning: string | null;
            }[];
        };
        RollBackAgentBody: {
            since: string;
        };
        RollbackBody: {
            /** @enum {string} */
            onConflict?: "skip" | "force";
            force?: string[];
            planHash?: components["schemas"]["Sha256"];
        };
        /** @description What is sent of rollback.finished. */
        RollbackFinishedEvent: {
            id: components["schemas"]["Id"];
            /** @constant */
            type: "rollback.finished";
            timestamp: components["schemas"]["Time"];
            data: {
                sessionId: components["schemas"]["Id"];
                agentId: string;
                onBehalfOf?: components["schemas"]["OnBehalfOf"];
                labels?: components["schemas"]["Labels"];
                simulated: boolean;
                rollbackId: components["schemas"]["Id"];
                actionId: components["schemas"]["Id"] | null;
                fromActionId: components["schemas"]["Id"] | null;
                agentRollbackId: components["schemas"]["Id"] | null;
                /** @enum {string} */
                status: "FINISHED";
                /** @description How many steps ended how. */
                outcomes: {
                    ROLLED_BACK?: number;
                    ROLLBACK_FAILED?: number;
                    CONFLICT?: number;
                    IRREVERSIBLE?: number;
                    UNKNOWN?: number;
                    SKIPPED?: number;
                };
                startedAt: components["schemas"]["Time"];
                finishedAt: components["schemas"]["Time"];
                /** @description Opens the dashboard. */
                url: string;
            };
        };
        /** @description What a rollback would do now. */
        RollbackPlan: {
            sessionId: components["schemas"]["Id"];
            /** @enum {string} */
            displayStatus: "ACTIVE" | "COMPLETED" | "ABANDONED" | "AWAITING_APPROVAL" | "ROLLING_BACK" | "REVERTED" | "PARTIALLY_REVERTED" | "ROLLBACK_FAILED";
            counters: components["schemas"]["SessionCounters"];
            /** @enum {string} */
            state: "planned";
            /** @description What a rollback may name as `planHash`: of the whole plan, also where a part of it is shown. */
            hash: components["schemas"]["Sha256"];
            plan: {
                actionId: components["schemas"]["Id"];
                /** @description `<connector>.<resource>.<verb>` */
                apiName: string;
                summary: string;
                status: components["schemas"]["ActionStatus"];
                /** @description A later call on the same resource, which is to be undone first. */
                newerActionId: components["schemas"]["Id"] | null;
                /** @description How long the provider lets it be undone; null: no limit. */
                until: components["schemas"]["Time"] | null;
                /** @enum {string} */
                class: "exact" | "compensating" | "impossible";
                /** @description The exact calls to the provider; for operators. */
                calls: string[];
                /** @description What will remain in the world afterwards; for operators. */
                remains: string[];
                /** @description Why it is impossible. */
                reason: string | null;
                /** @description What an operator should know before: its outcome is not certain, or it ran together with others; for operators. */
                warning: string | null;
            }[];
            /** @description Calls that only the agent says are reads: no connector knows their names. */
            unverifiedReads: {
                actionId: components["schemas"]["Id"];
                /** @description `<connector>.<resource>.<verb>` */
                apiName: string;
            }[];
            /** @description For agents: calls that were undone, in the order they were logged. What the agent knows of them is not so any more. */
            noLonger?: {
                actionId: components["schemas"]["Id"];
                toolCallId: components["schemas"]["ToolCallId"];
                /** @description `<connector>.<resource>.<verb>` */
                apiName: string;
            }[];
        };
        /** @description What a rollback did so far. */
        RollbackReport: {
            sessionId: components["schemas"]["Id"];
            /** @enum {string} */
            displayStatus: "ACTIVE" | "COMPLETED" | "ABANDONED" | "AWAITING_APPROVAL" | "ROLLING_BACK" | "REVERTED" | "PARTIALLY_REVERTED" | "ROLLBACK_FAILED";
            counters: components["schemas"]["SessionCounters"];
            /** @enum {string} */
            state: "running" | "finished";
            rollbackId: components["schemas"]["Id"];
            /** @description It undid this call and every later one; null: the session, or one call. */
            fromActionId: components["schemas"]["Id"] | null;
            /** @description It took this rollback back; null: it is a rollback. */
            reverts: components["schemas"]["Id"] | null;
            startedAt: components["schemas"]["Time"];
            finishedAt: components["schemas"]["Time"] | null;
            progress: {
                /** @description Steps that came to their end. */
                finished: number;
                total: number;
            };
            /** @description Last effect first. */
            results: {
                actionId: components["schemas"]["Id"];
                /** @description `<connector>.<resource>.<verb>` */
                apiName: string;
                /** @description The call as one sentence; null where its arguments are larger than 16 KB. */
                summary: string | null;
                /**
                 * @description Null while it is under way. REAPPLIED, of a revert alone: what the undo had replaced is back.
                 * @enum {string|null}
                 */
                outcome: "ROLLED_BACK" | "ROLLBACK_FAILED" | "CONFLICT" | "IRREVERSIBLE" | "UNKNOWN" | "SKIPPED" | "REAPPLIED" | null;
                /** @description Its outcome is not certain, and nothing proves that the resource looks so because of this call: `force` undoes it all the same. */
                isUnproved: boolean;
                /**
                 * @description What a person said became of its effect; null where none did.
                 * @enum {string|null}
                 */
                settledAs: "undone" | "kept" | null;
                /** @description Who said so: to agents a role. */
                settledBy: string | null;
                settledAt: components["schemas"]["Time"] | null;
                /** @description The person's note; for operators. */
                settledNote?: string | null;
                /** @description A fixed code; the words are for operators. */
                detail: string | null;
                /** @description For operators. */
                items?: components["schemas"]["UndoneItem"][];
            }[];
            /** @description What a further rollback may name as `planHash`; null: it is running, or nothing is left to undo. */
            hash: components["schemas"]["Sha256"] | null;
            /** @description Calls that only the agent says are reads: no connector knows their names. */
            unverifiedReads: {
                actionId: components["schemas"]["Id"];
                /** @description `<connector>.<resource>.<verb>` */
                apiName: string;
            }[];
            /** @description For agents: calls that were undone, in the order they were logged. What the agent knows of them is not so any more. */
            noLonger?: {
                actionId: components["schemas"]["Id"];
                toolCallId: components["schemas"]["ToolCallId"];
                /** @description `<connector>.<resource>.<verb>` */
                apiName: string;
            }[];
        };
        /** @description What is sent of rollback.reverted. */
        RollbackRevertedEvent: {
            id: components["schemas"]["Id"];
            /** @constant */
            type: "rollback.reverted";
            timestamp: components["schemas"]["Time"];
            data: {
                sessionId: components["schemas"]["Id"];
                agentId: string;
                onBehalfOf?: components["schemas"]["OnBehalfOf"];
                labels?: components["schemas"]["Labels"];
                simulated: boolean;
                /** @description Of the revert. */
                rollbackId: components["schemas"]["Id"];
                /** @description The rollback that it took back. */
                reverts: components["schemas"]["Id"];
                /** @enum {string} */
                status: "FINISHED";
                /** @description How many steps ended how. */
                outcomes: {
                    ROLLED_BACK?: number;
                    ROLLBACK_FAILED?: number;
                    CONFLICT?: number;
                    IRREVERSIBLE?: number;
                    UNKNOWN?: number;
                    SKIPPED?: number;
                    REAPPLIED?: number;
                };
                startedAt: components["schemas"]["Time"];
                finishedAt: components["schemas"]["Time"];
                /** @description Opens the dashboard. */
                url: string;
            };
        };
        /** @description A session as the service sees it. */
        Session: {
            id: components["schemas"]["Id"];
            agentId: components["schemas"]["AgentSlug"];
            /** @description What it was opened for, in words. */
            intent: string;
            onBehalfOf: components["schemas"]["OnBehalfOf"];
            labels: components["schemas"]["Labels"];
            /** @enum {string} */
            status: "ACTIVE" | "COMPLETED" | "ABANDONED";
            /**
             * @description As shown to people: also tells what was undone.
             * @enum {string}
             */
            displayStatus: "ACTIVE" | "COMPLETED" | "ABANDONED" | "AWAITING_APPROVAL" | "ROLLING_BACK" | "REVERTED" | "PARTIALLY_REVERTED" | "ROLLBACK_FAILED";
            counters: components["schemas"]["SessionCounters"];
            /** @description Opened with a test key: no provider is called. */
            simulated: boolean;
            allowedCommands: {
                /** @description Whether there is anything left to roll back. */
                rollbackSession: boolean;
            };
            createdAt: components["schemas"]["Time"];
            updatedAt: components["schemas"]["Time"];
            completedAt: components["schemas"]["Time"] | null;
            lastActivityAt: components["schemas"]["Time"];
        };
        /** @description How many of a session's actions are in each status. */
        SessionCounters: {
            /** @description Took effect, and was not undone. */
            success: number;
            /** @description Did not take effect. */
            failed: number;
            /** @description Waits for a person. */
            pendingApproval: number;
            /** @description May run; its outcome is not reported yet. */
            cleared: number;
            /** @description A policy blocked it. */
            blocked: number;
            /** @description Its client does not know its outcome, and no read has told it. */
            unknown: number;
            /** @description Undone, and read back. */
            rolledBack: number;
            /** @description Could not be undone so far. */
            rollbackFailed: number;
        };
        /** @description Whether a session does what it said. */
        SessionIntent: {
            sessionId: components["schemas"]["Id"];
            /** @enum {string} */
            verdict: "ALIGNED" | "REVIEW" | "DRIFTED" | "INSUFFICIENT_EVIDENCE";
            driftScore: number;
            scopeAdherence: number | null;
            targetAdherence: number | null;
            effectSeverity: number | null;
            driftOnsetActionId: components["schemas"]["Id"] | null;
            worstActionId: components["schemas"]["Id"] | null;
            evaluator: {
                name: string;
                /** @description The scores are the last that could be found. */
                failed: boolean;
            };
            level: {
                /** @description Of a hundred sessions of an agent, how many may be DRIFTED. */
                alarmBudget: number;
                /** @description Other sessions of the agent that the level was learned from, 500 at most. */
                sessions: number;
                /** @description The driftScore from which a session of the agent is REVIEW. */
                reviewFrom: number;
                /** @description The driftScore from which a session of the agent is DRIFTED; null before 20 other sessions were scored. */
                driftedFrom: number | null;
                /** @description Of a hundred other sessions of the agent, how many have a lower driftScore; null before 20 were scored. */
                percentile: number | null;
                /** @description The level would be higher if it might rise faster in a day. */
                heldBack: boolean;
                /** @description Sessions with a driftScore from 0 to 0.1, from 0.1 to 0.2, and so on. */
                history: number[];
            };
            /** @description The newest first, at most 100. */
            feedback: components["schemas"]["IntentMark"][];
            actions: {
                actionId: components["schemas"]["Id"];
                risk: number;
                scopeAdherence: number | null;
                targetAdherence: number | null;
                effectSeverity: number;
                reasons: {
                    code: string;
                    message: string;
                    /** @description Untrusted text of the call. */
                    evidence?: string;
                }[];
            }[];
        };
        /** @description The same as one line of a list. */
        SessionIntentSummary: {
            sessionId: components["schemas"]["Id"];
            agentId: components["schemas"]["AgentSlug"];
            intent: string;
            simulated: boolean;
            /** @enum {string} */
            verdict: "ALIGNED" | "REVIEW" | "DRIFTED" | "INSUFFICIENT_EVIDENCE";
            driftScore: number;
            scopeAdherence: number | null;
            targetAdherence: number | null;
            effectSeverity: number | null;
            driftOnsetActionId: components["schemas"]["Id"] | null;
            worstActionId: components["schemas"]["Id"] | null;
            evaluator: {
                name: string;
                /** @description The scores are the last that could be found. */
                failed: boolean;
            };
            actions: number;
            reasons: {
                actionId: components["schemas"]["Id"];
                code: string;
                message: string;
                /** @description Untrusted text of the call. */
                evidence?: string;
            }[];
            evaluatedAt: components["schemas"]["Time"] | null;
        };
        SessionRollbackBody: {
            /** Format: uuid */
            fromActionId?: string;
            /** @enum {string} */
            onConflict?: "skip" | "force";
            force?: string[];
            planHash?: components["schemas"]["Sha256"];
            subtract?: string[];
        };
        /** @description A session with all of its actions, in the order they were logged. */
        SessionWithActions: {
            id: components["schemas"]["Id"];
            agentId: components["schemas"]["AgentSlug"];
            /** @description What it was opened for, in words. */
            intent: string;
            onBehalfOf: components["schemas"]["OnBehalfOf"];
            labels: components["schemas"]["Labels"];
            /** @enum {string} */
            status: "ACTIVE" | "COMPLETED" | "ABANDONED";
            /**
             * @description As shown to people: also tells what was undone.
             * @enum {string}
             */
            displayStatus: "ACTIVE" | "COMPLETED" | "ABANDONED" | "AWAITING_APPROVAL" | "ROLLING_BACK" | "REVERTED" | "PARTIALLY_REVERTED" | "ROLLBACK_FAILED";
            counters: components["schemas"]["SessionCounters"];
            /** @description Opened with a test key: no provider is called. */
            simulated: boolean;
            allowedCommands: {
                /** @description Whether there is anything left to roll back. */
                rollbackSession: boolean;
            };
            createdAt: components["schemas"]["Time"];
            updatedAt: components["schemas"]["Time"];
            completedAt: components["schemas"]["Time"] | null;
            lastActivityAt: components["schemas"]["Time"];
            actions: components["schemas"]["Action"][];
        };
        SettleBody: {
            /** @enum {string} */
            as: "undone" | "kept";
            note: string;
        };
        /** @description SHA-256, in hex. */
        Sha256: string;
        /** @description Who signed in, and their token. */
        SignedIn: {
            token: string;
            user: {
                id: components["schemas"]["Id"];
                email: string;
                name: string;
                emailVerified: boolean;
            };
            organization: {
                id: components["schemas"]["Id"];
                name: string;
                /** @enum {string} */
                plan: "FREE" | "PRO" | "TEAM";
            };
        };
        SimulatePolicyBody: {
            name?: string | null;
            apiNamePattern: string;
            condition?: components["schemas"]["Condition"] | null;
            /** @enum {string} */
            action: "ALLOW" | "REQUIRE_APPROVAL" | "BLOCK";
            enabled?: boolean;
            reason?: string | null;
            /** @enum {string} */
            mode?: "enforce" | "shadow";
            requiredApprovals?: number;
            /** @enum {string} */
            onChange?: "ask" | "run";
            expiresAfterSeconds?: number | null;
            /** @enum {string} */
            onExpiry?: "reject" | "approve";
            approvalUsableSeconds?: number | null;
            days?: number;
        };
        /** @description The state that a call was about to change. */
        Snapshot: {
            precaptureId: components["schemas"]["Id"];
            /** @description The call may run and cannot be undone. */
            captureFailed: boolean;
            /** @description Why it failed: to agents a fixed code. */
            reason: string | null;
            /** @description The names of what was captured; null where the capture failed. */
            resource: components["schemas"]["Json"];
            capturedAt: components["schemas"]["Time"] | null;
            /** @description For operators only. */
            content?: components["schemas"]["Json"];
        };
        /**
         * Format: date-time
         * @description ISO 8601, UTC, milliseconds.
         */
        Time: string;
        /** @description A token that stands for an API key for 15 minutes. */
        Token: {
            token: string;
        };
        TokenBody: {
            apiKey: string;
        };
        /** @description What the agent's framework calls the tool call; null: it said nothing. */
        ToolCallId: string | null;
        /** @description The span of the application that asked, as W3C Trace Context writes it; null: it said nothing. */
        Traceparent: string | null;
        UndoBody: {
            subtract?: string[];
            /** @enum {string} */
            onConflict?: "skip" | "force";
            force?: string[];
            planHash?: components["schemas"]["Sha256"];
        };
        /** @description Whether calls on a row of one table could be undone. Nothing was written. */
        UndoTrial: {
            table: string;
            calls: {
                apiName: string;
                /** @description The state before the call could be read. */
                captured: boolean;
                /** @enum {string} */
                class: "exact" | "compensating" | "impossible";
                /** @description The statements that would undo it. */
                calls: string[];
                /** @description What would remain afterwards. */
                remains: string[];
                /** @description Why it could not be undone; null where it could. */
                reason: string | null;
            }[];
            /** @description Why there was nothing to try; null where there was. */
            reason: string | null;
        };
        /** @description One thing that an undo looked at. */
        UndoneItem: {
            resource: string;
            formerly?: string;
            /** @enum {string} */
            result: "restored" | "already-restored" | "conflict" | "forced" | "impossible";
            fields: {
                field: string;
                before: components["schemas"]["Json"];
                after: components["schemas"]["Json"];
                now: components["schemas"]["Json"];
                /** @enum {string} */
                result: "restored" | "already-restored" | "conflict" | "forced" | "untouched";
                /** @description Of a number in conflict: what the call added, which `subtract` takes off what is there. */
                added?: string;
            }[];
        };
        /** @description The sessions with each verdict. */
        VerdictCounts: {
            ALIGNED: number;
            REVIEW: number;
            DRIFTED: number;
            INSUFFICIENT_EVIDENCE: number;
        };
        /** @description The address is its user's. */
        Verified: {
            verified: boolean;
            email: string;
        };
        /** @description A receiver of events. */
        Webhook: {
            id: components["schemas"]["Id"];
            /** @enum {string} */
            kind: "webhook" | "slack" | "email";
            url: string | null;
            /** @description The types of events that it is told of. */
            events: string[];
            description: string;
            enabled: boolean;
            /** @enum {string|null} */
            disabledReason: "gone" | "failing" | "operator" | null;
            disabledAt: components["schemas"]["Time"] | null;
            failingSince: components["schemas"]["Time"] | null;
            createdAt: components["schemas"]["Time"];
            updatedAt: components["schemas"]["Time"];
        };
        /** @description What is sent of webhook.test. */
        WebhookTestEvent: {
            id: components["schemas"]["Id"];
            /** @constant */
            type: "webhook.test";
            timestamp: components["schemas"]["Time"];
            data: {
                webhookId: components["schemas"]["Id"];
                /** @description Opens the dashboard. */
                url: string;
            };
        };
    };
    responses: never;
    parameters: {
        /** @description The same key and body never do anything twice, for 24 hours. */
        "header.Idempotency-Key": string;
        /** @description The ETag of the answer that the client has. With `wait` the request is held until the list differs. */
        "header.If-None-Match": string;
        "path.actionId": string;
        "path.code": string;
        "path.connector": string;
        "path.file": string;
        "path.id": string;
        "path.path": string;
        "path.rollbackId": string;
        "query.after": number;
        "query.agentId": string;
        "query.blocked": true;
        "query.connector": string;
        "query.connector.2": string;
        "query.connectors": string;
        "query.cursor": string;
        "query.cursor.2": string;
        "query.cursor.3": number;
        "query.cursor.4": string;
        "query.days": number;
        "query.dirty": boolean;
        "query.drift": "ALIGNED" | "REVIEW" | "DRIFTED" | "INSUFFICIENT_EVIDENCE";
        "query.fromActionId": string;
        "query.label": string;
        "query.limit": number;
        "query.limit.2": number;
        "query.onBehalfOf": string;
        "query.plan": "PRO" | "TEAM";
        "query.since": string;
        "query.since.2": string;
        "query.status": "ACTIVE" | "COMPLETED" | "ABANDONED" | "AWAITING_APPROVAL" | "ROLLING_BACK" | "REVERTED" | "PARTIALLY_REVERTED" | "ROLLBACK_FAILED";
        "query.status.2": "PENDING" | "APPROVED" | "UNUSED" | "REJECTED" | "DECIDED" | "ALL";
        "query.table": string;
        "query.target": string;
        "query.text": string;
        "query.text.2": string;
        "query.token": string;
        "query.toolCallId": string;
        "query.traceId": string;
        "query.until": string;
        "query.wait": number;
    };
    requestBodies: never;
    headers: {
        /** @description What identifies the state of the list. */
        ETag: string;
        /** @description `true`: it was answered before. */
        "Idempotency-Replayed": string;
        /** @description The next page, `rel="next"`. */
        Link: string;
        RateLimit: string;
        /** @description A search for `text` has looked at what is of that moment or newer. */
        "Searched-To": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    frontPageRead: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FrontPage"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                    "text/html": string;
                };
            };
        };
    };
    frontPageReadHead: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    agentsList: {
        parameters: {
            query?: {
                limit?: components["parameters"]["query.limit"];
                cursor?: components["parameters"]["query.cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Agent"][];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    agentsRegister: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body never do anything twice, for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterAgentBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Agent"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    agentsGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Agent"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    agentsChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ChangeAgentBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Agent"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    agentsRemove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    agentsPlanRollback: {
        parameters: {
            query: {
                since: components["parameters"]["query.since.2"];
                after?: components["parameters"]["query.after"];
                limit?: components["parameters"]["query.limit.2"];
            };
            header?: never;
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AgentRollbackPlan"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    agentsRollBack: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body never do anything twice, for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RollBackAgentBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AgentRollback"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    apiKeysList: {
        parameters: {
            query?: {
                limit?: components["parameters"]["query.limit"];
                cursor?: components["parameters"]["query.cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiKey"][];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    apiKeysCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKeyBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreatedApiKey"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    apiKeysRevoke: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    approvalsList: {
        parameters: {
            query?: {
                status?: components["parameters"]["query.status.2"];
                agentId?: components["parameters"]["query.agentId"];
                connector?: components["parameters"]["query.connector.2"];
                since?: components["parameters"]["query.since"];
                until?: components["parameters"]["query.until"];
                limit?: components["parameters"]["query.limit"];
                cursor?: components["parameters"]["query.cursor"];
                wait?: components["parameters"]["query.wait"];
            };
            header?: {
                /** @description The ETag of the answer that the client has. With `wait` the request is held until the list differs. */
                "If-None-Match"?: components["parameters"]["header.If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Approval"][];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    approvalsDecideAll: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body never do anything twice, for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecisionsBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Decided"][];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    grantsList: {
        parameters: {
            query?: {
                limit?: components["parameters"]["query.limit"];
                cursor?: components["parameters"]["query.cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Grant"][];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    grantsRevoke: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    approvalsGet: {
        parameters: {
            query?: {
                wait?: components["parameters"]["query.wait"];
            };
            header?: never;
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApprovalDetail"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    approvalsApprove: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body never do anything twice, for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ApproveBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApprovalDetail"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    handoverNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NoteBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApprovalNote"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    approvalsPreview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApprovalPreview"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    approvalsReject: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body never do anything twice, for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RejectBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApprovalDetail"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    approvalsRevoke: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body never do anything twice, for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApprovalDetail"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    handoverView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApprovalViewers"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    approvalsWithdraw: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body never do anything twice, for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApprovalDetail"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    attentionRead: {
        parameters: {
            query?: {
                since?: components["parameters"]["query.since"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Attention"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    auditLogsList: {
        parameters: {
            query?: {
                since?: components["parameters"]["query.since"];
                until?: components["parameters"]["query.until"];
                text?: components["parameters"]["query.text.2"];
                limit?: components["parameters"]["query.limit"];
                cursor?: components["parameters"]["query.cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "Searched-To": components["headers"]["Searched-To"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditEntry"][];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    browserSessionBegin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BrowserSession"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    browserSessionEnd: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    recoveryForgot: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForgotPasswordBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Message"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    authLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SignedIn"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    oAuthBeginA: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    oAuthFinishA: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    oAuthBeginB: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    oAuthFinishB: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    authRegister: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SignedIn"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    recoveryResend: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Message"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    recoveryReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetPasswordBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Message"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    authToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Token"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    recoveryVerify: {
        parameters: {
            query: {
                token: components["parameters"]["query.token"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Verified"];
                };
            };
        };
    };
    billingPortal: {
        parameters: {
            query?: {
                plan?: components["parameters"]["query.plan"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BillingPortal"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    dashboardHome: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    dashboardHomeHead: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    dashboardFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                path: components["parameters"]["path.path"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "text/javascript": string;
                    "text/css": string;
                    "application/json": components["schemas"]["Json"];
                    "application/manifest+json": string;
                    "text/plain": string;
                    "image/svg+xml": string;
                    "image/png": string;
                    "image/jpeg": string;
                    "image/webp": string;
                    "image/gif": string;
                    "image/x-icon": string;
                    "font/woff": string;
                    "font/woff2": string;
                    "application/wasm": string;
                    "application/octet-stream": string;
                };
            };
        };
    };
    dashboardFileHead: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                path: components["parameters"]["path.path"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    openApiRead: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    openApiFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                file: components["parameters"]["path.file"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/css; charset=utf-8": string;
                    "text/javascript; charset=utf-8": string;
                };
            };
        };
    };
    errorsRead: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: components["parameters"]["path.code"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProblemEntry"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                    "text/html": string;
                };
            };
        };
    };
    actionExportActions: {
        parameters: {
            query?: {
                since?: components["parameters"]["query.since"];
                cursor?: components["parameters"]["query.cursor.4"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
        };
    };
    healthHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    healthLive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    healthReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    mcpListen: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Json"];
                    "text/event-stream": string;
                };
            };
            /** @description The message was taken and needs no answer. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    mcpPost: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Json"];
                    "text/event-stream": string;
                };
            };
            /** @description The message was taken and needs no answer. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    mcpEnd: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message was taken and needs no answer. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    meGet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Me"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    deletionDelete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DeleteMeBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    meRename: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeMeBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Me"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    mySessionsList: {
        parameters: {
            query?: {
                limit?: components["parameters"]["query.limit"];
                cursor?: components["parameters"]["query.cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OwnSession"][];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    mySessionsEnd: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    personalTokensList: {
        parameters: {
            query?: {
                limit?: components["parameters"]["query.limit"];
                cursor?: components["parameters"]["query.cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PersonalToken"][];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    personalTokensCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePersonalTokenBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreatedPersonalToken"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    personalTokensRevoke: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    metricsRead: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Metrics"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    openApiDefine: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JsonObject"];
                };
            };
        };
    };
    policiesList: {
        parameters: {
            query?: {
                limit?: components["parameters"]["query.limit"];
                cursor?: components["parameters"]["query.cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Policy"][];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    policiesCreate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body never do anything twice, for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePolicyBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Policy"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    adviceRead: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PolicySuggestion"][];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    policySetChange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePoliciesBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PolicySet"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    simulationSimulate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SimulatePolicyBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PolicySimulation"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    policySetRead: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PolicySet"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    policiesChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ChangePolicyBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Policy"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    policiesRemove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    policyStatisticsRead: {
        parameters: {
            query?: {
                days?: components["parameters"]["query.days"];
            };
            header?: never;
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PolicyStatistics"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    policiesToggle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Policy"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    registryList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RegistryEntry"][];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    sdkPackageRead: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                file: components["parameters"]["path.file"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/gzip": string;
                };
            };
        };
    };
    sessionsList: {
        parameters: {
            query?: {
                limit?: components["parameters"]["query.limit"];
                cursor?: components["parameters"]["query.cursor.2"];
                agentId?: components["parameters"]["query.agentId"];
                status?: components["parameters"]["query.status"];
                dirty?: components["parameters"]["query.dirty"];
                blocked?: components["parameters"]["query.blocked"];
                drift?: components["parameters"]["query.drift"];
                connector?: components["parameters"]["query.connector"];
                target?: components["parameters"]["query.target"];
                onBehalfOf?: components["parameters"]["query.onBehalfOf"];
                label?: components["parameters"]["query.label"];
                toolCallId?: components["parameters"]["query.toolCallId"];
                traceId?: components["parameters"]["query.traceId"];
                since?: components["parameters"]["query.since"];
                until?: components["parameters"]["query.until"];
                text?: components["parameters"]["query.text"];
                wait?: components["parameters"]["query.wait"];
            };
            header?: {
                /** @description The ETag of the answer that the client has. With `wait` the request is held until the list differs. */
                "If-None-Match"?: components["parameters"]["header.If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "Searched-To": components["headers"]["Searched-To"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedSession"][];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    sessionsCreate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body never do anything twice, for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSessionBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Session"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    dirtyList: {
        parameters: {
            query?: {
                limit?: components["parameters"]["query.limit"];
                cursor?: components["parameters"]["query.cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DirtySession"][];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    feedbackList: {
        parameters: {
            query?: {
                limit?: components["parameters"]["query.limit"];
                cursor?: components["parameters"]["query.cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["IntentMark"][];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    intentSummarizeAll: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OrganizationIntent"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    actionsRead: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SessionWithActions"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    sessionsComplete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompleteSessionBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Session"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    actionsPage: {
        parameters: {
            query?: {
                limit?: components["parameters"]["query.limit"];
                cursor?: components["parameters"]["query.cursor.3"];
            };
            header?: never;
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Action"][];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    actionsLog: {
        parameters: {
            query?: {
                wait?: components["parameters"]["query.wait"];
            };
            header?: {
                /** @description The same key and body never do anything twice, for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogActionBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Action"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    actionsPrecapture: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body never do anything twice, for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PrecaptureBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Precapture"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    actionsAction: {
        parameters: {
            query?: {
                wait?: components["parameters"]["query.wait"];
            };
            header?: {
                /** @description The ETag of the answer that the client has. With `wait` the request is held until the list differs. */
                "If-None-Match"?: components["parameters"]["header.If-None-Match"];
            };
            path: {
                id: components["parameters"]["path.id"];
                actionId: components["parameters"]["path.actionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Action"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    actionsConfirm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["path.id"];
                actionId: components["parameters"]["path.actionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmActionBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Action"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    callsCancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["path.id"];
                actionId: components["parameters"]["path.actionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Action"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    callErasureErase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["path.id"];
                actionId: components["parameters"]["path.actionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Action"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    rollbackAction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body never do anything twice, for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path: {
                id: components["parameters"]["path.id"];
                actionId: components["parameters"]["path.actionId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UndoBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RollbackReport"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    settlementSettle: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body never do anything twice, for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path: {
                id: components["parameters"]["path.id"];
                actionId: components["parameters"]["path.actionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettleBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Action"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    dirtyGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DirtySession"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    intentRead: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SessionIntent"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    feedbackMark: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body never do anything twice, for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MarkIntentBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["IntentMark"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    intentSummarize: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SessionIntentSummary"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    purgePurge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    rollbackShow: {
        parameters: {
            query?: {
                after?: components["parameters"]["query.after"];
                limit?: components["parameters"]["query.limit"];
                fromActionId?: components["parameters"]["query.fromActionId"];
            };
            header?: never;
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RollbackReport"] | components["schemas"]["RollbackPlan"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    rollbackSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body never do anything twice, for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SessionRollbackBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RollbackReport"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    revertPlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["path.id"];
                rollbackId: components["parameters"]["path.rollbackId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RevertPlan"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    revertStart: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body never do anything twice, for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path: {
                id: components["parameters"]["path.id"];
                rollbackId: components["parameters"]["path.rollbackId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RollbackBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RollbackReport"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    connectorHealthCheck: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ConnectorHealth"][];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    credentialsList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Credential"][];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    credentialsValidate: {
        parameters: {
            query: {
                connectors: components["parameters"]["query.connectors"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CredentialsCheck"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    credentialsPut: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connector: components["parameters"]["path.connector"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PutCredentialBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Credential"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    credentialsRemove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connector: components["parameters"]["path.connector"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    credentialsTryOn: {
        parameters: {
            query: {
                table: components["parameters"]["query.table"];
            };
            header?: never;
            path: {
                connector: components["parameters"]["path.connector"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["UndoTrial"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    intentSettingsRead: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["IntentSettings"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    intentSettingsChange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IntentSettingsBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["IntentSettings"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    policySettingsRead: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PolicySettings"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    policySettingsChange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PolicySettingsBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PolicySettings"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    redactionRead: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RedactionSettings"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    redactionChange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RedactionSettingsBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RedactionSettings"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    webhooksList: {
        parameters: {
            query?: {
                limit?: components["parameters"]["query.limit"];
                cursor?: components["parameters"]["query.cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"][];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    webhooksCreate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body never do anything twice, for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateWebhookBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreatedWebhook"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    webhooksRemove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    webhooksChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeWebhookBody"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    webhooksDeliveries: {
        parameters: {
            query?: {
                limit?: components["parameters"]["query.limit"];
                cursor?: components["parameters"]["query.cursor"];
            };
            header?: never;
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Delivery"][];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    webhooksTest: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body never do anything twice, for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Delivery"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    teamList: {
        parameters: {
            query?: {
                limit?: components["parameters"]["query.limit"];
                cursor?: components["parameters"]["query.cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Invitation"][];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    teamInvite: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body never do anything twice, for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InviteBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Invitation"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    teamAccept: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptInvitationBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SignedIn"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    teamRevoke: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    meTeam: {
        parameters: {
            query?: {
                limit?: components["parameters"]["query.limit"];
                cursor?: components["parameters"]["query.cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Member"][];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    teamRemove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["path.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                        error: null;
                        timestamp: components["schemas"]["Time"];
                    };
                };
            };
        };
    };
    billingReceive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JsonObject"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Received"];
                };
            };
        };
    };
    onApprovalRequested: {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApprovalRequestedEvent"];
            };
        };
        responses: {
            /** @description The event was taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onApprovalDecided: {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApprovalDecidedEvent"];
            };
        };
        responses: {
            /** @description The event was taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onApprovalExpired: {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApprovalExpiredEvent"];
            };
        };
        responses: {
            /** @description The event was taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onActionBlocked: {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ActionBlockedEvent"];
            };
        };
        responses: {
            /** @description The event was taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onRollbackFinished: {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RollbackFinishedEvent"];
            };
        };
        responses: {
            /** @description The event was taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onRollbackReverted: {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RollbackRevertedEvent"];
            };
        };
        responses: {
            /** @description The event was taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookTest: {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTestEvent"];
            };
        };
        responses: {
            /** @description The event was taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
