import { readFileSync } from 'node:fs';

export const page = readFileSync('README.md', 'utf8');

/** The blocks of commands in README.md. */
export const blocks = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = '']) => commands);

/** The one block that holds `text`. @throws Error when there is none, or more than one */
export function blockWith(text: string): string {
  const [found, ...more] = blocks.filter((commands) => commands.includes(text));
  if (!found || more.length > 0) throw new Error(`README.md has not exactly one block with "${text}"`);
  return found;
}
