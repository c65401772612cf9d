/** One problem that a request can be answered with, and what its client does about it. */
export interface ProblemEntry {
  readonly status: number;
  /** When it is answered. */
  readonly when: string;
  /** What the client does next; empty where nothing helps, or `when` says it. */
  readonly advice: string;
}

/** Every problem that the service answers with, by its code (docs/errors.md). */
export const PROBLEMS = {
  'validation-failed': {
    status: 400,
    when: 'a body, query or header that does not fit; nothing was changed',
    advice: 'correct what `errors` names',
  },
  'invalid-token': {
    status: 400,
    when: 'the link from a mail is wrong, has expired, was used, or is for something else',
    advice: 'ask for a new one',
  },
  'bad-request': {
    status: 400,
    when: 'no readable HTTP request',
    advice: '',
  },
  'invalid-signature': {
    status: 400,
    when: "an event for `/webhooks/billing` that Stripe did not sign with this endpoint's secret, or not within 300 seconds of now; nothing was changed",
    advice: 'compare `STRIPE_WEBHOOK_SECRET`, and the clock',
  },
  'session-not-open': {
    status: 400,
    when: 'completing a session that is completed or was rolled back',
    advice: '',
  },
  'invalid-link': {
    status: 400,
    when: 'the `link` of a login is forged, used, older than ten minutes or of another e-mail address, or its identity has an account already; no user was logged in',
    advice: 'sign in through the provider again',
  },
  unauthenticated: {
    status: 401,
    when: 'no credential, or one that is unknown, mistyped, revoked or expired',
    advice: 'get a new one',
  },
  'cross-origin': {
    status: 403,
    when: 'a request that the cookie of a browser speaks for, and that does not come from a page of the service: it would change something and has neither an `Origin` of `PUBLIC_URL` nor `Sec-Fetch-Site: same-origin`, or one of them names another place',
    advice: 'send it from a page of the service, or with a bearer credential',
  },
  'operator-required': {
    status: 403,
    when: "an API key on an operator's route",
    advice: '',
  },
  'plan-required': {
    status: 403,
    when: 'the route, or the approval a call would have to wait for, needs a higher plan',
    advice: '',
  },
  'policy-blocked': {
    status: 403,
    when: 'a policy blocks the call; `detail` is its reason',
    advice: 'do something else; the call is kept as BLOCKED, or as reported',
  },
  'agent-paused': {
    status: 403,
    when: 'an operator has paused the agent: it starts nothing, and no call of it is approved',
    advice: 'stop; to an operator: resume it first, and let it ask again',
  },
  'agent-mismatch': {
    status: 403,
    when: 'a key bound to one agent acts as another',
    advice: '',
  },
  'not-found': {
    status: 404,
    when: 'absent, malformed or of another organization: the answers are the same',
    advice: '',
  },
  'method-not-allowed': {
    status: 405,
    when: 'the path answers other methods; `Allow` lists them',
    advice: '',
  },
  'request-timeout': {
    status: 408,
    when: 'the request did not arrive in time',
    advice: '',
  },
  'idempotency-conflict': {
    status: 409,
    when: 'the key was used with another request',
    advice: 'use a new key',
  },
  'session-closed': {
    status: 409,
    when: 'the session is completed; a report was kept',
    advice: 'open a new one',
  },
  'session-rolled-back': {
    status: 409,
    when: 'a rollback of the session has begun; a report was kept',
    advice: 'open a new one',
  },
  'session-rolling-back': {
    status: 409,
    when: 'completing a session while it is rolled back',
    advice: 'wait',
  },
  'illegal-transition': {
    status: 409,
    when: 'the action cannot go from its status to that one, or its snapshot cannot be replaced: that is possible once, after an approval or an edit',
    advice: '',
  },
  'precapture-mismatch': {
    status: 409,
    when: 'the precapture is of another session, call or payload, or taken',
    advice: 'capture again',
  },
  'already-decided': {
    status: 409,
    when: 'the approval has its one decision, or has expired',
    advice: '',
  },
  'already-approved-by-you': {
    status: 409,
    when: 'the approval needs several operators, and this one has approved it',
    advice: 'another operator approves',
  },
  'not-grantable': {
    status: 409,
    when: 'a grant with an approval that needs several operators: no one of them can approve calls in advance',
    advice: 'approve without it',
  },
  'too-many-policies': {
    status: 409,
    when: 'an organization has at most 1 000 policies, whose conditions together have at most a million bytes',
    advice: 'remove one, or join several into one',
  },
  'too-many-webhooks': {
    status: 409,
    when: 'an organization has at most twenty receivers of events',
    advice: 'remove one',
  },
  'already-run': {
    status: 409,
    when: 'arguments of a call that has run cannot be edited',
    advice: 'approve or reject the review',
  },
  'payload-changed': {
    status: 409,
    when: 'the decision was made on other arguments than the approval has now',
    advice: 'look again',
  },
  'not-rollable': {
    status: 409,
    when: 'no call is left that took effect or may have, or a rollback is running',
    advice: '',
  },
  'plan-changed': {
    status: 409,
    when: 'a rollback names the hash of a plan or report that is no longer the newest, or of another state of its calls',
    advice: 'look again',
  },
  'rollback-running': {
    status: 409,
    when: 'purging a session, or deleting the account, while a rollback runs in it',
    advice: 'wait',
  },
  'agent-registered': {
    status: 409,
    when: 'the slug is registered already',
    advice: '',
  },
  'pause-unfinished': {
    status: 409,
    when: 'resuming an agent while calls of it still wait that its pause rejects',
    advice: 'try again in a moment',
  },
  'agent-is-paused': {
    status: 409,
    when: 'deleting a paused agent would lose its pause',
    advice: 'resume it first',
  },
  'email-taken': {
    status: 409,
    when: 'there is an account with this address',
    advice: "log in; an invitation is then accepted with the account's token",
  },
  'already-member': {
    status: 409,
    when: 'the address is that of a member of this organization',
    advice: '',
  },
  'already-invited': {
    status: 409,
    when: 'an invitation for this address waits to be accepted',
    advice: 'delete it first, to send another',
  },
  'last-member': {
    status: 409,
    when: 'an organization would be left without a member: its last one was to be removed, or to join another organization while this one is in use',
    advice: 'invite another person first, or delete the account',
  },
  conflict: {
    status: 409,
    when: 'a resource with these values already exists',
    advice: '',
  },
  'too-large': {
    status: 413,
    when: 'a body over 256 KB',
    advice: '',
  },
  'uri-too-long': {
    status: 414,
    when: 'a path parameter that is too long',
    advice: '',
  },
  'unsupported-media-type': {
    status: 415,
    when: 'anything but `application/json` in UTF-8',
    advice: '',
  },
  'rate-limited': {
    status: 429,
    when: 'too often; `Retry-After` says when',
    advice: 'wait',
  },
  'quota-exceeded': {
    status: 429,
    when: "the month's actions are used up",
    advice: 'a higher plan, or next month',
  },
  'precapture-limit': {
    status: 429,
    when: "the organization's precaptures that no action has taken are 10 000, or hold 100 MB; nothing was captured",
    advice: 'log the actions, or wait: `Retry-After` says when the oldest one expires',
  },
  'headers-too-large': {
    status: 431,
    when: 'the headers hold more than the service reads',
    advice: 'send fewer of them',
  },
  internal: {
    status: 500,
    when: 'our fault; the log has the cause under the request id',
    advice: '',
  },
  'billing-not-configured': {
    status: 503,
    when: 'there is no account at Stripe',
    advice: 'set the `STRIPE_…` variables',
  },
  'billing-unavailable': {
    status: 503,
    when: 'Stripe did not answer, or not as it should; the log has the cause',
    advice: 'try again',
  },
  'oauth-not-configured': {
    status: 503,
    when: 'this identity provider is not configured',
    advice: 'set its `OAUTH_…` variables',
  },
  unavailable: {
    status: 503,
    when: 'the database does not answer, or too much is waiting',
    advice: 'try again, with the same Idempotency-Key',
  },
} as const satisfies Record<string, ProblemEntry>;

export type ProblemCode = keyof typeof PROBLEMS;

/** Why a sign-in through an identity provider failed: stands behind `#error=` in the address of the dashboard. */
export const SIGN_IN_PROBLEMS = {
  'state-mismatch': 'the answer belongs to no sign-in of this browser, or to one that is over',
  'access-denied': 'consent was refused',
  'provider-failed': 'the provider did not answer, or answered something else; the log has the cause',
  'email-unverified': 'the provider has not verified the e-mail address',
  'account-deleted': 'the account of this identity is being deleted',
  'link-required':
    'there is an account with this address already; `&link=<token>` follows: log in with the password and this `link` within ten minutes, and from then on the provider signs in to that account',
} as const;

/** Each code of the house, wherever it is shown. */
export type ErrorCode = ProblemCode | keyof typeof SIGN_IN_PROBLEMS;
