/**
 * Tables of which every database machine has all rows. The service looks an operator, a key, a mailed link or a customer up
 * in them before it knows the organization, by a value that is unique in the installation.
 */
export const REFERENCE_TABLES = [
  'api_keys',
  'billing_customers',
  'identities',
  'mailed_links',
  'organizations',
  'personal_tokens',
  'reset_requests',
  'sign_in_tries',
  'spent_states',
  'subscription_events',
  'users',
];

/** Functions that the service calls while agents capture, ask, report and confirm. */
export const HOT_FUNCTIONS = [
  'begin_calls',
  'clear_actions',
  'confirm_actions',
  'confirm_cleared',
  'end_call',
  'lock_and_read_sessions',
  'keep_capture',
  'keep_traits',
  'may_capture',
  'note_call',
  'read_epochs',
  'record_actions',
  'record_windowed_actions',
  'sealed_credential',
  'shown_action',
];

/**
 * Statements of the hot path that read by primary key alone, with the reason why the row belongs to an organization of the
 * batch. Row-level security binds each.
 */
export const BY_KEY_ALONE = {
  'count_cleared: UPDATE sessions': 'it answers the owner; where clear_actions finds another, nothing was counted',
  'count_confirmed: UPDATE sessions': 'the ids are of sessions whose owner confirm_cleared has compared',
  'lock_and_read_sessions: SELECT sessions': 'it answers the owner, which the calling function compares',
  'lock_sessions: SELECT sessions':
    'it locks; what is decided about the session is read with the organization afterwards',
};
