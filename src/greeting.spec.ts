import { greeting, nextCommands } from './greeting.js';

const facts = {
  version: '1.2.3',
  url: 'http://127.0.0.1:3000',
  storage: 'embedded PostgreSQL in /data',
  mail: 'writes mails, with their links, to this log',
  metricsUrl: null,
};

describe('The greeting', () => {
  it('names the version, the address, and where data and mail go', () => {
    const [, first, second] = greeting(facts).split('\n');
    expect(first).toBe('  Backstop 1.2.3 is up at http://127.0.0.1:3000  (health: http://127.0.0.1:3000/health)');
    expect(second).toBe(
      '  It keeps its data in embedded PostgreSQL in /data, and writes mails, with their links, to this log.',
    );
  });

  it('names the address of the dashboard', () => {
    expect(greeting(facts)).toContain('\n  Its dashboard is at http://127.0.0.1:3000/dashboard.\n');
  });

  it('names the address of the metrics only when there is one', () => {
    const metricsUrl = 'http://127.0.0.1:9464/metrics';
    expect(greeting(facts)).not.toContain('Prometheus');
    expect(greeting({ ...facts, metricsUrl })).toContain(`\n  Prometheus finds its metrics at ${metricsUrl}.\n`);
  });

  it('shows three commands, each with its purpose before it and on a line of its own', () => {
    const commands = nextCommands(facts.url);
    expect(commands.map(({ command }) => /^curl -sS http:\/\/127\.0\.0\.1:3000(\S+)/.exec(command)?.[1])).toEqual([
      '/auth/register',
      '/api-keys',
      '/sessions',
    ]);
    const lines = greeting(facts).split('\n');
    expect(commands.map(({ command }) => lines[lines.indexOf(`    ${command}`) - 1])).toEqual(
      commands.map(({ purpose }, index) => `  ${index + 1}. ${purpose}:`),
    );
  });
});
