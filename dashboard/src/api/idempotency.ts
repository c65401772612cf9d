/** Makes a key for one decision of the operator: the service does nothing twice for the same key. */
export const newKey = (): string =>
  // `randomUUID` is there on secure pages only, and an installation may be reached by http.
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Keys of a form: the same one while the operator sends the same again, another one after a change. */
export function keysOfForm(): (body: object) => string {
  let last = { text: '', key: '' };
  return (body) => {
    const text = JSON.stringify(body);
    if (last.text !== text) last = { text, key: newKey() };
    return last.key;
  };
}
