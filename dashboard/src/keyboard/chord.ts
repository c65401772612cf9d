/** Ctrl+Enter, or Command+Enter: no text that is typed contains it, and a key that is held down makes it once. */
export const isChord = (event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>): boolean =>
  event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.repeat;
