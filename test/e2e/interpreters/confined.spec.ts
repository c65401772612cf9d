import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { readsOf } from '../../../src/isolation/confinement.js';
import { attempts } from './attempts.mjs';

const run = promisify(execFile);
const packaged = (name: string) => resolve('test/stand-ins/node_modules', name, 'bin/node');
const NODES: [version: string, program: string][] = [
  [process.versions.node, process.execPath],
  ['22', packaged('node-22')],
  ['24', packaged('node-24')],
];
const NOBODY = 65_534;
const DENIED = 'ERR_ACCESS_DENIED';

const directory = mkdtempSync(join(tmpdir(), 'backstop-confined-'));
const values = {
  readable: resolve('test/e2e/interpreters/attempts.mjs'),
  secret: join(directory, 'secret'),
  writable: join(directory, 'written'),
};
writeFileSync(values.secret, 'a secret');
afterAll(() => rmSync(directory, { recursive: true }));

const isRoot = process.getuid?.() === 0;

describe.each(NODES)('On Node %s', (_, node) => {
  it('an interpreter reads its program, and no other file; it writes none, and starts no program and no thread', async () => {
    const { stdout } = await run(node, ['test/e2e/interpreters/confine.mjs', JSON.stringify(values)]);
    expect(JSON.parse(stdout)).toEqual({
      readsItsProgram: 'done',
      readsASecret: DENIED,
      listsAFolder: DENIED,
      writes: DENIED,
      startsAProgram: DENIED,
      startsAThread: DENIED,
      user: isRoot ? NOBODY : process.getuid?.(),
    });
    expect(existsSync(values.writable)).toBe(false);
  });
});

it('a process that is not confined succeeds in all attempts above', () => {
  const { user, ...done } = attempts(values);
  expect(new Set(Object.values(done))).toEqual(new Set(['done']));
  expect(user).toBe(process.getuid?.());
});

it('the interpreters of the service may read what the build made, and the packages', () => {
  const root = resolve('.');
  expect(readsOf('dist/bundle/interpreter.js')).toEqual([
    join(root, 'dist/bundle'),
    join(root, 'package.json'),
    join(root, 'node_modules'),
  ]);
});
