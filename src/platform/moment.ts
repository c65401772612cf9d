const ISO = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** A moment in ISO 8601 with its zone, to the millisecond; null when the text names none, such as the 30th of February. */
export function parseMoment(text: string): Date | null {
  const [, year, month, day] = ISO.exec(text) ?? [];
  const moment = new Date(text);
  if (!day || Number.isNaN(moment.getTime())) return null;
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day) ? moment : null;
}
