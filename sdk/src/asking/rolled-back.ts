/**
 * The transaction of the call was rolled back, so the call certainly has no effect and is never undone. Both databases
 * report it in this way (`failure.ts`).
 */
export class RolledBackError extends Error {
  override readonly name = 'TransactionRolledBack';
  readonly code = 'transaction-rolled-back';

  constructor(reason = 'The transaction was rolled back.') {
    super(reason);
  }
}
