import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const PAGE = 'docs/operations.md';
/** Matches shell blocks, also within a list. */
const BLOCKS = /^( *)```sh\n(.*?)^ *```$/gms;

export const operationsPage = () => readFileSync(PAGE, 'utf8');

/** The commands of the page, block by block; of the section under one heading when it is named. */
export function commandsOf(heading?: string): string[] {
  const page = operationsPage();
  const section = heading === undefined ? page : page.split(/^#{2,3} /m).find((one) => one.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`${PAGE} has no section "${heading}"`);
  return [...section.matchAll(BLOCKS)].map(([, indent = '', commands = '']) =>
    commands.replace(new RegExp(`^${indent}`, 'gm'), ''),
  );
}

/** The one block of a section that holds this text. */
export function block(heading: string, text: string): string {
  const [found, ...more] = commandsOf(heading).filter((commands) => commands.includes(text));
  if (!found || more.length > 0) throw new Error(`"${heading}" has not exactly one block with "${text}"`);
  return found;
}

/**
 * Runs commands of the page as an operator would, from the installation's directory; an npm script without the build
 * before it, which would change the programs under the other tests.
 */
export function runCommands(commands: string, env: Record<string, string>) {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const script = commands.replace(/npm run ([\w:]+)(?: --(?= ))?/g, (_, name: string) =>
    scripts[name].replace('scripts/run.mjs ', 'scripts/run.mjs --no-build '),
  );
  const options = { env: { PATH: process.env.PATH ?? '', ...env }, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-eu', '-c', script], options);
  return { status, stdout, stderr };
}
