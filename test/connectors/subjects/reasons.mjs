// Reasons why a scenario does not apply to a connector, and tests that several cells name.

export const proved = (file, title) => ({ proved: [file, title] });
/** @param shownBy a test that shows the reason */
export const na = (reason, shownBy) => ({ na: reason, ...(shownBy && { shownBy }) });

/** The operations there are show it. */
export const shownByOperations = (reason) => na(reason, ['test/connectors/evidence/not-applicable.spec.ts', reason]);

export const NO_TRANSACTIONS = shownByOperations('the provider has no transactions');
export const NAME_IS_A_FIELD = shownByOperations('its name is a field like others');
export const NO_RENAME = shownByOperations('the provider renames nothing');
export const OWN_ADDRESS = shownByOperations('a deleted resource is restored under its own address');
export const NOTHING_COMES_BACK = shownByOperations('no call restores a deleted resource');
export const SAME_ADDRESS = shownByOperations('what is sent again writes the same to the same address');
export const IN_ITS_FIELDS = na('what other clients put into it is among its fields, in the row “additions by others”');
export const NO_SETTINGS = na('no setting of the client changes what a name or a value means');
export const BY_ADDRESS = na('a place is known by the address of the credential alone');
export const ANOTHER_ACCOUNT = proved(
  'test/campaigns/hostile/places/same-account.spec.ts',
  'undoes nothing in another account that has the same address by now, and reports it',
);
export const BY_SCHEMA = na('a payload is an object with a schema, as in “unknown members”');
export const NEW_ID = na('what is made again has another id, and a name that comes again is in the row “renamed”');
export const NO_AUTHOR = na(
  'the provider keeps neither author nor time of a value, and an equal value is the same state',
);
export const NO_SUMS = na('no call that is undone adds to a number');
export const ALL_NAMED = na('a call names each thing that it touches, and its answer is about all of them');
export const NO_CHILDREN = na('no deletion that is undone takes other things along');
export const NO_SCHEMA = na('no client changes what fields the provider’s things have');
export const NOTHING_SHOWN = { changeShown: 'the provider shows nothing of what a change replaced' };
export const OVERTAKEN = proved(
  'test/connectors/scenarios/support/scenarios.ts',
  'stale snapshot: what nothing shows is told by the plan and the report',
);
export const OF_ROWS = { isBlind: 'rows have suites of their own', changeShown: 'rows have suites of their own' };
export const ROWS_RENAMED = 'src/connectors/rows/testkit/renamed.testkit.ts';
export const MADE_AGAIN = 'test/connectors/evidence/made-again.spec.ts';
export const RENAMED = 'test/connectors/evidence/renamed.spec.ts';
export const equalBy = (connector) => `test/connectors/scenarios/equal-by-accident/${connector}.spec.ts`;
export const SLOW = 'test/campaigns/outages/slow-provider.spec.ts';
