/** Of an EventEmitter: methods that take a listener, take it away or tell of it. */
export const LISTENER_METHODS = new Set<PropertyKey>([
  'on',
  'once',
  'off',
  'addListener',
  'removeListener',
  'prependListener',
  'prependOnceListener',
  'listeners',
  'rawListeners',
]);
