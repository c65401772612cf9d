/** A text that may be very long, as far as a line of a list shows it. */
export const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length)}…` : text);
