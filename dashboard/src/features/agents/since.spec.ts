import { filtered, readAgentList } from './filters';
import { agoFrom, readSince } from './since';

const NOW = Date.parse('2026-01-02T03:04:05Z');

describe('the moment since which an agent is undone', () => {
  it.each([
    ['2026-01-02T03:00:00Z', '2026-01-02T03:00:00.000Z'],
    ['2026-01-02T04:00:00+01:00', '2026-01-02T03:00:00.000Z'],
    ['2026-01-02T03:04:06Z', null],
    ['yesterday', null],
    ['2026', null],
    [undefined, null],
  ])('is %p: %p', (text, expected) => {
    expect(readSince(text, NOW)).toBe(expected);
  });

  it('is often some time ago', () => {
    expect(agoFrom(NOW, 60_000)).toBe('2026-01-02T03:03:05.000Z');
  });
});

describe('the list of the agents', () => {
  const agent = (slug: string, more: object = {}) =>
    ({ slug, displayName: slug, description: '', status: 'ACTIVE', lastSeenAt: null, ...more }) as Parameters<
      typeof filtered
    >[0][number];
  const all = [
    agent('never'),
    agent('old', { lastSeenAt: '2026-01-01T00:00:00.000Z', description: 'Mails' }),
    agent('new', { lastSeenAt: '2026-01-02T00:00:00.000Z', status: 'PAUSED' }),
  ];
  const found = (search: Record<string, string>) =>
    filtered(all, readAgentList(search).filters).map(({ slug }) => slug);

  it('begins with those that were seen last', () => {
    expect(found({})).toEqual(['new', 'old', 'never']);
  });

  it('is filtered by status and by what is known of an agent', () => {
    expect([found({ status: 'PAUSED' }), found({ text: 'MAIL' }), found({ status: 'GONE' })]).toEqual([
      ['new'],
      ['old'],
      ['new', 'old', 'never'],
    ]);
  });
});
