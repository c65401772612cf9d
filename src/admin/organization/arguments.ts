import { parseArgs } from 'node:util';
import { isId } from '../../platform/ids.js';
import { UsageError } from '../archive/arguments.js';

export const USAGE = `npm run organization -- export  --organization <id> --to <directory>
npm run organization -- import  --from <file>
npm run organization -- release --organization <id>
npm run organization -- remove  --organization <id>

  export   holds the organization and writes all of it into a file; it stays held
  import   brings the organization of such a file into this installation, and opens it
  release  opens a held organization again: its move was given up
  remove   deletes a held organization: it is in another installation now

TRANSFER_KEY seals the keys in the file: 32 random bytes in base64, the same for export and import.
Ends with 0 when it is done, 1 when something failed, 2 when it was called wrongly.`;

export type OrganizationCommand =
  | { readonly name: 'export'; readonly organization: string; readonly to: string }
  | { readonly name: 'import'; readonly from: string }
  | { readonly name: 'release' | 'remove'; readonly organization: string };

/** @throws UsageError */
export function parseOrganizationCommand(args: readonly string[]): OrganizationCommand {
  const [name, ...more] = args;
  if (name === 'import') return { name, from: optionsOf(more, ['from']).from };
  if (name === 'export') return { name, ...ofOrganization(optionsOf(more, ['organization', 'to'])) };
  if (name === 'release' || name === 'remove') return { name, ...ofOrganization(optionsOf(more, ['organization'])) };
  throw new UsageError(name === undefined ? USAGE : `There is no command ${name}.\n\n${USAGE}`);
}

function ofOrganization<T extends { readonly organization: string }>(options: T): T {
  if (isId(options.organization)) return options;
  throw new UsageError(`--organization must be the id of an organization, not "${options.organization}".`);
}

function optionsOf<N extends string>(args: readonly string[], names: readonly N[]): Record<N, string> {
  const values = valuesOf(args, names);
  const missing = names.filter((name) => !values[name]);
  if (missing.length > 0) throw new UsageError(`Give --${missing.join(' and --')}.\n\n${USAGE}`);
  return values as Record<N, string>;
}

function valuesOf(args: readonly string[], names: readonly string[]): Record<string, unknown> {
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
}
