import { UsageError } from '../archive/arguments.js';
import { parseOrganizationCommand } from './arguments.js';

const ID = '01a2284b-2216-7000-8000-1f744b5852e1';

describe('the command "organization"', () => {
  it('exports, imports, releases and removes', () => {
    expect(parseOrganizationCommand(['export', '--organization', ID, '--to', 'there'])).toEqual({
      name: 'export',
      organization: ID,
      to: 'there',
    });
    expect(parseOrganizationCommand(['import', '--from', 'file'])).toEqual({ name: 'import', from: 'file' });
    expect(parseOrganizationCommand(['release', '--organization', ID])).toEqual({ name: 'release', organization: ID });
    expect(parseOrganizationCommand(['remove', '--organization', ID])).toEqual({ name: 'remove', organization: ID });
  });

  it.each([
    [],
    ['move'],
    ['export', '--organization', ID],
    ['export', '--to', 'there'],
    ['export', '--organization', 'acme', '--to', 'there'],
    ['import'],
    ['import', '--from', ''],
    ['import', '--from', 'file', '--organization', ID],
    ['remove', ID],
  ])('refuses %j %j %j', (...args) => {
    expect(() => parseOrganizationCommand(args)).toThrow(UsageError);
  });
});
