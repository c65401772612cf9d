import { canonical } from './icalendar.js';

const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n');
const zone = (id: string, offset: string) =>
  ['BEGIN:VTIMEZONE', `TZID:${id}`, `TZOFFSETTO:${offset}`, 'END:VTIMEZONE'].join('\r\n');

describe('two calendar texts are the same', () => {
  it.each([
    ['with other line ends', event('UID:1', 'SUMMARY:a'), event('UID:1', 'SUMMARY:a').replaceAll('\r\n', '\n')],
    ['folded elsewhere', event('SUMMARY:one two'), event('SUMMARY:one', '  two')],
    ['with their properties in another order', event('UID:1', 'SUMMARY:a'), event('SUMMARY:a', 'UID:1')],
    ['with parameters sorted', event('ATTENDEE;RSVP=TRUE;CN="B, b":m:x'), event('attendee;cn="B, b";RSVP=TRUE:m:x')],
    ['with quotes that are not needed', event('X;A="b":c'), event('X;A=b:c')],
    ['with a comma escaped or not', event('SUMMARY:a\\, b\\; c'), event('SUMMARY:a, b; c')],
    [
      'with components in another order',
      `${event('UID:1')}\n${event('UID:2')}`,
      `${event('UID:2')}\n${event('UID:1')}`,
    ],
    [
      'with the rules of a public time zone added',
      event('DTSTART;TZID=Europe/Berlin:1'),
      `${event('DTSTART;TZID=Europe/Berlin:1')}\n${zone('Europe/Berlin', '+0200')}`,
    ],
  ])('%s', (_, one, other) => {
    expect(canonical(one)).toBe(canonical(other));
  });
});

describe('two calendar texts differ', () => {
  it.each([
    ['in a value', event('SUMMARY:a'), event('SUMMARY:b')],
    ['in the case of a value', event('SUMMARY:a'), event('SUMMARY:A')],
    ['in a parameter', event('DTSTART;TZID=A:1'), event('DTSTART;TZID=B:1')],
    ['in a property that is there twice', event('X:1', 'X:1'), event('X:1')],
    ['in which component a property is', `${event('X:1')}\n${event('Y:1')}`, `${event('X:1', 'Y:1')}\n${event()}`],
    ['in a colon within quotes', event('X;A="b:c":d'), event('X;A="b:e":d')],
    ['in the rules of a time zone of their own', zone('Mine', '+0200'), zone('Mine', '+0300')],
  ])('%s', (_, one, other) => {
    expect(canonical(one)).not.toBe(canonical(other));
  });

  it('and what is no calendar is compared line by line', () => {
    expect(canonical('END:X\nno colon')).toBe('END:X\nno colon');
  });
});
