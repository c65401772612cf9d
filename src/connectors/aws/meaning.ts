/** Errors that say that another client wrote first: the undo then reads and compares once more. */
const RACED = [
  'PreconditionFailed',
  'ConditionalRequestConflict',
  'ConditionalCheckFailedException',
  'TransactionConflictException',
];
const BUSY = [
  'SlowDown',
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestTimeout',
  'InternalServerError',
  // An earlier sending of a transaction with this token.
  'TransactionInProgressException',
];

/** The meaning of an AWS client's error that its status alone does not show. */
export function meaningOf(error: unknown): 'absent' | 'refused' | 'unavailable' | null {
  const { name, $metadata } = (error ?? {}) as { name?: string; $metadata?: { httpStatusCode?: number } };
  if (!name) return null;
  if ([...RACED, ...BUSY].includes(name)) return 'unavailable';
  // A bucket that is gone is not an object that is gone: putting it back would fail.
  if (name === 'NoSuchBucket' || $metadata?.httpStatusCode === 501) return 'refused';
  return null;
}
