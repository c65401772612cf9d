import type { Session } from './api';
import { toCsv } from './export';

const session = {
  id: '1',
  agentId: 'support-agent',
  onBehalfOf: 'ada@example.com',
  labels: { tier: 'gold', region: 'eu' },
  intent: 'x',
  displayStatus: 'ACTIVE',
  dirty: false,
  drift: null,
  connectors: ['postgres', 'slack'],
  simulated: false,
  counters: { success: 2 },
  createdAt: '2026-01-02T03:00:00.000Z',
  completedAt: null,
  lastActivityAt: '2026-01-02T03:00:04.500Z',
} as unknown as Session;

const line = (intent: string) => toCsv([{ ...session, intent }]).split('\r\n')[1];

describe('the CSV of sessions', () => {
  it('has a head and a line for each session', () => {
    expect(toCsv([session, session]).trimEnd().split('\r\n')).toHaveLength(3);
    expect(line('x')).toMatch(
      /^1,support-agent,ada@example.com,tier: gold; region: eu,x,ACTIVE,false,,postgres slack,false,2,.*,4\.5$/,
    );
  });

  it('quotes commas, quotes and line breaks', () => {
    expect(toCsv([{ ...session, intent: 'a "b",\nc' }])).toContain('"a ""b"",\nc"');
  });

  it.each(['=1+1', '+1', '-1', '@a'])('does not let a spreadsheet run %s', (intent) => {
    expect(line(intent)).toContain(`,'${intent},`);
  });
});
