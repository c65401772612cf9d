/** Methods of an EventEmitter that add a listener, remove it or list it. */
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
