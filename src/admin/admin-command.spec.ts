import { AdminUsageError, parseAdminCommand } from './admin-command.js';

describe('npm run admin', () => {
  it('takes "plan", an e-mail address and a plan', () => {
    expect(parseAdminCommand(['plan', 'ada@example.com', 'TEAM'])).toEqual({ email: 'ada@example.com', plan: 'TEAM' });
  });

  it.each([
    ['nothing', [], 'Give a command.'],
    ['another command', ['plans', 'ada@example.com', 'TEAM'], 'Unknown command "plans".'],
    ['no plan', ['plan', 'ada@example.com'], '"plan" takes an e-mail address and a plan.'],
    ['too much', ['plan', 'ada@example.com', 'TEAM', 'now'], '"plan" takes an e-mail address and a plan.'],
    ['a plan in small letters', ['plan', 'ada@example.com', 'team'], 'The plan must be one of FREE, PRO, TEAM'],
  ])('refuses %s and says how it is used', (_, args, problem) => {
    const parse = () => parseAdminCommand(args);
    expect(parse).toThrow(AdminUsageError);
    expect(parse).toThrow(problem);
    expect(parse).toThrow('Usage: npm run admin -- plan <e-mail> <plan>');
  });
});
