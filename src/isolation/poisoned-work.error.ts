const TOO_MUCH = 'reading this call, or what the provider answered, took more time or memory than one call may';

/**
 * The work of this call alone exceeded the bounds of time or memory, or an answer to it or from it cannot be processed.
 * `mayHaveWritten`: a write may have reached the provider.
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
