/** Of an EventEmitter: methods that take a listener, or take it away. */
export const LISTENER_METHODS = new Set<PropertyKey>([
  'on',
  'once',
  'off',
  'addListener',
  'removeListener',
  'prependListener',
  'prependOnceListener',
]);
