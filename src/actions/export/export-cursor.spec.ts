import { BEFORE_ALL, cursorText, isOf, parseCursor } from './export-cursor.js';

const SERVER = { system: 7356102938475610293n, timeline: 3n };
const PLACE = { transaction: 81234n, id: '01a2284b-2216-7000-8000-1f744b5852e1' };

describe('the text of a cursor', () => {
  it('is read back as it was written', () => {
    expect(parseCursor(cursorText(SERVER, PLACE))).toEqual({ ...SERVER, ...PLACE });
  });

  it('has the same length however many transactions there were', () => {
    const later = { ...PLACE, transaction: 9_223_372_036_854_775_807n };
    expect(cursorText(SERVER, later)).toHaveLength(cursorText(SERVER, { ...PLACE, transaction: 3n }).length);
  });

  it.each([
    '',
    PLACE.id,
    cursorText(SERVER, BEFORE_ALL),
    cursorText(SERVER, { ...PLACE, id: 'nothing' }),
    `${cursorText(SERVER, PLACE)}\n`,
    `x${cursorText(SERVER, PLACE)}`,
  ])('is not "%s"', (text) => {
    expect(parseCursor(text)).toBeNull();
  });

  it('holds on the server that wrote it, and after no failover', () => {
    const cursor = { ...SERVER, ...PLACE };
    expect(isOf(cursor, SERVER)).toBe(true);
    expect(isOf(cursor, { ...SERVER, timeline: 4n })).toBe(false);
    expect(isOf(cursor, { ...SERVER, system: 1n })).toBe(false);
  });
});
