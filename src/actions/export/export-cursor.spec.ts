import { BEFORE_ALL, cursorText, isOf, parseCursor } from './export-cursor.js';

const SERVER = { system: '7356102938475610293', timeline: '3' };
const PLACE = { transaction: '81234', id: '01a2284b-2216-7000-8000-1f744b5852e1' };

describe('the cursor of an export', () => {
  it('is read back as it was written', () => {
    expect(parseCursor(cursorText(SERVER, PLACE))).toEqual({ ...SERVER, ...PLACE });
  });

  it.each([
    '',
    '01a2284b-2216-7000-8000-1f744b5852e1',
    cursorText(SERVER, BEFORE_ALL),
    cursorText(SERVER, { ...PLACE, transaction: '81234 OR true' }),
    cursorText(SERVER, { ...PLACE, id: 'nothing' }),
    `${cursorText(SERVER, PLACE)}\n`,
    `x${cursorText(SERVER, PLACE)}`,
    cursorText(SERVER, { ...PLACE, transaction: '9'.repeat(19) }),
  ])('is not "%s"', (text) => {
    expect(parseCursor(text)).toBeNull();
  });

  it('holds on the server that wrote it, and after no failover', () => {
    const cursor = { ...SERVER, ...PLACE };
    expect(isOf(cursor, SERVER)).toBe(true);
    expect(isOf(cursor, { ...SERVER, timeline: '4' })).toBe(false);
    expect(isOf(cursor, { ...SERVER, system: '1' })).toBe(false);
  });
});
