import type { Plan } from '../config/config.js';

const PLANS: readonly Plan[] = ['FREE', 'PRO', 'TEAM'];

const USAGE = `Usage: npm run admin -- plan <e-mail> <plan>

  plan   sets the plan (${PLANS.join(', ')}) of the organization of the user with this address`;

/** The arguments are no command: the message names a valid one. */
export class AdminUsageError extends Error {
  constructor(problem: string) {
    super(`${problem}\n\n${USAGE}`);
  }
}

/** @throws AdminUsageError */
export function parseAdminCommand(args: readonly string[]): { readonly email: string; readonly plan: Plan } {
  const [command, email, name, ...more] = args;
  if (command !== 'plan') throw new AdminUsageError(command ? `Unknown command "${command}".` : 'Give a command.');
  if (!email || !name || more.length > 0) throw new AdminUsageError('"plan" takes an e-mail address and a plan.');
  const plan = PLANS.find((one) => one === name);
  if (!plan) throw new AdminUsageError(`The plan must be one of ${PLANS.join(', ')}, not "${name}".`);
  return { email, plan };
}
