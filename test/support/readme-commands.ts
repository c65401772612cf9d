import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { judged } from './service.mjs';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

/** An npm script without the build before it, which would change the programs under the other tests. */
export const withoutBuild = (commands: string) =>
  commands.replace(/npm (?:run )?(start|demo)$/gm, (_, name: string) => `exec ${scripts[name]}`);

/** The services that the page starts judge their own answers. */
const { TEST_UNDECLARED_ANSWERS = '' } = process.env;
const judging = { TEST_UNDECLARED_ANSWERS, NODE_OPTIONS: judged().join(' ') };

/** Commands of README.md that run, with the line that they were waited for; `ended` resolves with all that they printed. */
export interface Started {
  readonly found: string;
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

/** Starts commands of README.md and waits for a line that they print. */
export async function started(commands: string, env: Record<string, string>, line: RegExp): Promise<Started> {
  const child = spawn('/bin/sh', ['-eu', '-c', withoutBuild(commands)], {
    env: { ...judging, PATH: process.env.PATH ?? '', HOME: tmpdir(), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  const exited = once(child, 'exit').then(() => printed);
  const found = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (text) => {
      printed += `${text}\n`;
      const [, part] = line.exec(text) ?? [];
      if (part) resolve(part);
    });
    exited.then(() => reject(new Error(`"${commands}" ended without a line such as ${line}`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  return { found, ended: exited, stop };
}
