import { parseArchiveOptions, UsageError } from './arguments.js';

const ORGANIZATION = '019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c';
const NEEDED = ['--before', '2026-03', '--to', '/archive'];

describe('the options of the archive', () => {
  it('are a month and a directory', () => {
    expect(parseArchiveOptions(NEEDED)).toEqual({
      before: '2026-03',
      to: '/archive',
      organization: undefined,
      giveUpUndo: false,
      isDryRun: false,
    });
  });

  it('may name an organization, give up undo, and change nothing', () => {
    const more = ['--organization', ORGANIZATION, '--give-up-undo', '--dry-run'];
    expect(parseArchiveOptions([...more, ...NEEDED])).toMatchObject({
      organization: ORGANIZATION,
      giveUpUndo: true,
      isDryRun: true,
    });
  });

  it.each([
    [[], 'Give both --before and --to.'],
    [['--before', '2026-03'], 'Give both --before and --to.'],
    [['--to', '/archive'], 'Give both --before and --to.'],
    [['--before', '2026-03', '--to', ''], 'Give both --before and --to.'],
    [['--before', 'March', '--to', '/archive'], '--before must be a month such as 2026-03, not "March".'],
    [[...NEEDED, '--organization', 'mine'], '--organization must be the id of an organization, not "mine".'],
    [[...NEEDED, '--organization'], 'argument missing'],
    [[...NEEDED, '--give-up'], 'Unknown option'],
    [[...NEEDED, 'more'], 'Unexpected argument'],
    [[...NEEDED, '--dry-run=no'], 'does not take an argument'],
  ])('are refused when they are %j', (args, message) => {
    const parse = () => parseArchiveOptions(args);
    expect(parse).toThrow(UsageError);
    expect(parse).toThrow(message);
  });
});
