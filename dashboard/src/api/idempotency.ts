/** For one decision of the operator: asked again with the same key, the service does nothing twice. */
export const newKey = (): string =>
  // `randomUUID` is there on secure pages only, and an installation may be reached by http.
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
