/** A problem with which a request may be answered, and the next step for its client. */
export interface ProblemEntry {
  readonly status: number;
  /** The condition under which it is answered. */
  readonly when: string;
  /** The next step for the client. */
  readonly advice: string;
}

/** Every problem that the service answers with, by its code (docs/errors.md). */
export const PROBLEMS = {
  'validation-failed': {
    status: 400,
    when: 'a body, query or header does not fit; nothing was changed',
    advice: 'correct what `errors` names',
  },
  'invalid-token': {
    status: 400,
    when: 'the link from a mail is wrong, has expired, was used, or is for something else',
    advice: 'ask for a new link',
  },
  'bad-request': {
    status: 400,
    when: 'the request is not readable HTTP',
    advice: 'send HTTP/1.1',
  },
  'invalid-signature': {
    status: 400,
    when: "Stripe did not sign the event for `/webhooks/billing` with this endpoint's secret, or signed it more than 300 seconds from now; nothing was changed",
    advice: 'compare `STRIPE_WEBHOOK_SECRET` and the clock with those at Stripe',
  },
  'session-not-open': {
    status: 400,
    when: 'the session to complete is completed already, or was rolled back',
    advice: 'nothing: the session is closed',
  },
  'invalid-link': {
    status: 400,
    when: 'the `link` of a login, or the cookie of `linkOfBrowser`, is missing, forged, used, older than ten minutes or for another e-mail address, or its identity has an account; no user was logged in',
    advice: 'sign in through the provider again',
  },
  unauthenticated: {
    status: 401,
    when: 'the credential is missing, unknown, mistyped, revoked or expired',
    advice: 'log in again, or use another key',
  },
  'cross-origin': {
    status: 403,
    when: 'a request with the cookie of a browser does not come from a page of the service: its `Origin` is not that of `PUBLIC_URL`, or `Sec-Fetch-Site` is not `same-origin`, or a change has neither',
    advice: 'send it from a page of the service, or with a bearer credential',
  },
  'operator-required': {
    status: 403,
    when: 'an API key is used on a route for operators',
    advice: 'log in as an operator',
  },
  'agent-required': {
    status: 403,
    when: 'an operator calls a route for agents alone',
    advice: 'send an API key',
  },
  'scope-missing': {
    status: 403,
    when: 'a personal token is used for something that none of its scopes allows',
    advice: 'make a token with that scope in the dashboard, or sign in as an operator',
  },
  'plan-required': {
    status: 403,
    when: 'the route, or the approval that the call would wait for, needs a higher plan',
    advice: 'choose a higher plan with `GET /billing/portal`',
  },
  'proof-required': {
    status: 403,
    when: 'the account is to be deleted, or a personal token made, and the request proves too little who sends it: its sign-in is older than ten minutes, and it has no `password`, or a wrong one',
    advice: 'send the `password` of the account, or sign in again and repeat the request within ten minutes',
  },
  'policy-blocked': {
    status: 403,
    when: 'a policy blocks the call; `detail` is its reason',
    advice: 'do something else; the call is recorded as BLOCKED, or as it was reported',
  },
  'operation-not-offered': {
    status: 403,
    when: 'the service is asked to perform a call that no stored credential offers to agents',
    advice:
      'make the call with a credential of your own, or have an operator offer it with `PUT /settings/credentials/:connector`',
  },
  'agent-paused': {
    status: 403,
    when: 'an operator has paused the agent: it starts nothing, and no call of it is approved',
    advice: 'the agent stops; an operator resumes it, then the agent asks again',
  },
  'not-an-approver': {
    status: 403,
    when: 'a policy says who approves the call, and the operator is not among them, or asked for it; `detail` says who may',
    advice: 'ask one of the approvers, or reject the call: each operator may',
  },
  'agent-mismatch': {
    status: 403,
    when: 'a key bound to one agent names another one',
    advice: 'use the key of that agent',
  },
  'not-found': {
    status: 404,
    when: 'it does not exist, its id is malformed, or it belongs to another organization: the answers are the same',
    advice: 'check the id and the credential',
  },
  'method-not-allowed': {
    status: 405,
    when: 'the path answers other methods',
    advice: 'use a method that `Allow` lists',
  },
  'request-timeout': {
    status: 408,
    when: 'the request did not arrive in time: its body has 5 seconds, or one if its agent is paused, and all of it 30',
    advice: 'send it again',
  },
  'idempotency-conflict': {
    status: 409,
    when: 'the key was used with another request',
    advice: 'use a new key',
  },
  'session-closed': {
    status: 409,
    when: 'the session is completed; a report was recorded',
    advice: 'open a new session',
  },
  'session-rolled-back': {
    status: 409,
    when: 'a rollback of the session has begun; a report was recorded',
    advice: 'open a new session',
  },
  'session-rolling-back': {
    status: 409,
    when: 'the session to complete is being rolled back',
    advice: 'wait until the rollback is finished',
  },
  'illegal-transition': {
    status: 409,
    when: 'the action cannot go from its status to that one; or its snapshot cannot be replaced, which is possible once, after an approval or an edit',
    advice: 'read the action again',
  },
  'already-begun': {
    status: 409,
    when: 'the call to take back, or to begin, has begun or is over; or it was to be cancelled, and its client makes it',
    advice: 'read the action: it has, or will have, an outcome; do not make the call again',
  },
  'calls-open': {
    status: 409,
    when: 'the service still performs a call of the session, or will: it cannot be completed, or has not ended yet for a rollback or a purge',
    advice: 'wait until the calls have an outcome, or take them back; then repeat the request',
  },
  'precapture-mismatch': {
    status: 409,
    when: 'the precapture is of another session, call or payload, or another action has taken it',
    advice: 'capture again',
  },
  'already-decided': {
    status: 409,
    when: 'the approval is decided, has expired, or was taken back',
    advice: 'read the approval again',
  },
  'not-approved': {
    status: 409,
    when: 'the approval to take back has not been given yet; or the call to begin waits, or was refused',
    advice: 'reject it; or read the action',
  },
  'already-approved-by-you': {
    status: 409,
    when: 'the approval needs several operators, and this one has approved it',
    advice: 'another operator approves',
  },
  'redacted-arguments': {
    status: 409,
    when: 'the edit is of arguments in which a value is redacted, or brings one in',
    advice: 'approve the call as it is, or reject it',
  },
  'not-grantable': {
    status: 409,
    when: 'a grant comes with an approval that needs several operators, or that not every operator may give: it approves no calls in advance',
    advice: 'approve without a grant',
  },
  'approve-alone': {
    status: 409,
    when: 'several approvals were sent together, and the undo of this call does not restore the previous values exactly',
    advice: 'approve it in a request of its own, after reading it',
  },
  'too-many-policies': {
    status: 409,
    when: 'the organization has 1 000 policies, or their conditions together have a million bytes: each is the most',
    advice: 'delete a policy, or join several into one',
  },
  'policies-changed': {
    status: 409,
    when: 'the policies are not those that the changes were planned for; nothing was changed',
    advice: 'plan again, then apply',
  },
  'too-many-webhooks': {
    status: 409,
    when: 'the organization has twenty webhooks, which is the most',
    advice: 'delete one',
  },
  'already-run': {
    status: 409,
    when: 'the arguments of a call that has run cannot be edited',
    advice: 'approve or reject without an edit',
  },
  'payload-changed': {
    status: 409,
    when: 'the decision, or the call to begin, names other arguments than the approval has now',
    advice: 'read the approval again, then decide or begin',
  },
  'not-rollable': {
    status: 409,
    when: 'no call is left that took effect or may have, or a rollback is running',
    advice: 'read the rollback of the session',
  },
  'not-revertible': {
    status: 409,
    when: 'the rollback left nothing that a revert could restore, is a revert itself, or a rollback of the session is running',
    advice: 'read the rollback of the session',
  },
  'plan-changed': {
    status: 409,
    when: 'the rollback names the hash of a plan or report that is no longer the newest, or of another state of its calls',
    advice: 'read the plan again, then roll back',
  },
  'rollback-running': {
    status: 409,
    when: 'the session to purge, a session of the account to delete, or the session of the action to settle or erase is being rolled back',
    advice: 'wait until the rollback is finished',
  },
  'already-settled': {
    status: 409,
    when: 'a person has said before what became of this action; that is said once',
    advice: 'read the action: it shows who settled it, and as what',
  },
  'not-settleable': {
    status: 409,
    when: 'the action to settle is a READ, has no effect, was undone, or may still run',
    advice: 'nothing; a call that may still run is settled after it has an outcome or its session was rolled back',
  },
  'not-erasable': {
    status: 409,
    when: 'the call to erase may still run: it waits for an approval, or has no outcome yet',
    advice: 'wait until it has an outcome, or take it back',
  },
  'agent-registered': {
    status: 409,
    when: 'an agent with this slug is registered',
    advice: 'use another slug, or that agent',
  },
  'pause-unfinished': {
    status: 409,
    when: 'the agent to resume still has waiting calls that its pause rejects',
    advice: 'try again in a moment',
  },
  'agent-is-paused': {
    status: 409,
    when: 'a paused agent cannot be deleted: its pause would be lost',
    advice: 'resume it first',
  },
  'email-taken': {
    status: 409,
    when: 'an account has this address',
    advice: "log in; accept an invitation with the account's token",
  },
  'already-signed-in': {
    status: 409,
    when: 'the browser is signed in as another user, whose session is never replaced',
    advice: 'sign out with `DELETE /auth/browser-session`, then sign in',
  },
  'already-member': {
    status: 409,
    when: 'a member of this organization has this address',
    advice: 'nothing: this person is in the organization',
  },
  'group-in-use': {
    status: 409,
    when: 'a policy names the group to delete as approvers',
    advice: 'change or delete that policy first',
  },
  'too-many-groups': {
    status: 409,
    when: 'the organization has 100 groups, the most',
    advice: 'delete a group first',
  },
  'already-invited': {
    status: 409,
    when: 'an invitation for this address waits to be accepted',
    advice: 'delete it before you send another',
  },
  'last-member': {
    status: 409,
    when: 'the organization would have no member left: its last one was to be removed, or to join another organization while this one is in use',
    advice: 'invite another person first, or delete the account',
  },
  conflict: {
    status: 409,
    when: 'a resource with these values already exists',
    advice: 'use other values, or that resource',
  },
  'too-large': {
    status: 413,
    when: 'the body is larger than 256 KB',
    advice: 'send less in one request',
  },
  'uri-too-long': {
    status: 414,
    when: 'a parameter of the path is longer than 100 characters',
    advice: 'check the id',
  },
  'unsupported-media-type': {
    status: 415,
    when: 'the body is not `application/json` in UTF-8',
    advice: 'send JSON with this content type',
  },
  'rate-limited': {
    status: 429,
    when: 'the client sent too many requests',
    advice: 'wait as many seconds as `Retry-After` says',
  },
  'quota-exceeded': {
    status: 429,
    when: "the month's actions are used up",
    advice: 'choose a higher plan, or wait for the next month',
  },
  'precapture-limit': {
    status: 429,
    when: 'the organization has 10 000 precaptures that no action has taken, or 100 MB of them; nothing was captured',
    advice: 'log the actions, or wait: `Retry-After` says when the oldest one expires',
  },
  'headers-too-large': {
    status: 431,
    when: 'the headers are larger than the service reads (16 KB)',
    advice: 'send fewer or shorter headers',
  },
  internal: {
    status: 500,
    when: 'a fault of the service; its log has the cause under the request id',
    advice: 'report the request id to the operator of the service',
  },
  'billing-not-configured': {
    status: 503,
    when: 'the service has no account at Stripe',
    advice: 'set the `STRIPE_…` variables',
  },
  'billing-unavailable': {
    status: 503,
    when: 'Stripe did not answer, or answered something unexpected; the log has the cause',
    advice: 'try again',
  },
  'oauth-not-configured': {
    status: 503,
    when: 'this identity provider is not configured',
    advice: 'set its `OAUTH_…` variables',
  },
  'not-ready': {
    status: 503,
    when: '`GET /health/ready` finds that the process cannot take new requests; `errors` names what is missing: `database`, `schema` or `draining`',
    advice: 'send requests to another process, and ask again in a second',
  },
  unavailable: {
    status: 503,
    when: 'the database does not answer or is read-only, a lock or a standby holds up its writes, too many requests or large answers are under way, or the organization is being moved',
    advice: 'try again with the same Idempotency-Key',
  },
} as const satisfies Record<string, ProblemEntry>;

export type ProblemCode = keyof typeof PROBLEMS;

export const PROBLEM_CODES = Object.keys(PROBLEMS) as readonly ProblemCode[];

/**
 * The reasons why a sign-in through an identity provider failed: the code stands behind `#error=` in the address of the
 * dashboard.
 */
export const SIGN_IN_PROBLEMS = {
  'state-mismatch': 'the answer belongs to no sign-in of this browser, or to one that is finished',
  'access-denied': 'the user refused consent',
  'provider-failed': 'the provider did not answer, or answered something else; the log has the cause',
  'email-unverified': 'the provider has not verified the e-mail address',
  'account-deleted': 'the account of this identity is being deleted',
  'already-signed-in': 'this browser is signed in as another user: sign out first',
  'nonce-required':
    'the dashboard has another origin than the service, and began the sign-in without `?nonce=`: no user was signed in',
  'link-required':
    'there is an account with this address already: log in with the password and `linkOfBrowser: true` within ten minutes, and from then on the provider signs in to that account; a dashboard of another origin gets `&link=<token>` for the member `link` instead',
} as const;

/** Each problem code of the service, in an answer or on a page. */
export type ErrorCode = ProblemCode | keyof typeof SIGN_IN_PROBLEMS;
