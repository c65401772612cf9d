/** A calendar: an address, in which `#` may stand. */
export const where = { calendarId: { type: 'string', pattern: '^[^/?%\\\\]+$' } };
