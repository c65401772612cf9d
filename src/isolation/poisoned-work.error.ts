const TOO_MUCH = 'reading this call, or what the provider answered, took more time or memory than one call may';

/**
 * The work of this call alone took longer, or more memory, than any may, or what it was answered or answers cannot be
 * taken. `mayHaveWritten`: at the provider.
 */
export class PoisonedWorkError extends Error {
  override readonly name = 'PoisonedWorkError';

  constructor(
    readonly mayHaveWritten: boolean,
    message = TOO_MUCH,
  ) {
    super(message);
  }
}
