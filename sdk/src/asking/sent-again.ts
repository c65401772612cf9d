import type { Json } from '../json.js';

/** The client sent a call again by itself, and the provider may have carried it out each time. */
export class SentAgainError extends Error {
  override readonly name = 'SentAgainError';
  readonly sent: number;

  /** @param answer what the provider answered to the last try, as it is recorded */
  constructor(
    repeats: number,
    readonly answer: Json,
  ) {
    super(
      `The client sent the call ${repeats + 1} times, because the provider did not say what became of it. It may have taken effect as often.`,
    );
    this.sent = repeats + 1;
  }
}
