/** True for what has members and an identity: an object or a function. */
export function isReference(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
