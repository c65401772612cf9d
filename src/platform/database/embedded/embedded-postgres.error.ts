/** The embedded PostgreSQL could not be prepared, started or stopped; the message is for an operator. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}
