/** The answer, unpacked, is longer than it may be. */
export class TooLongError extends Error {
  override readonly name = 'TooLongError';
}
