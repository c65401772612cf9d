import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

const attempt = (work) => {
  try {
    work();
    return 'done';
  } catch (error) {
    return error.code;
  }
};

/** Lists what this process may do on its machine: `done`, or the code of the refusal. */
export const attempts = ({ readable, secret, writable }) => ({
  readsItsProgram: attempt(() => readFileSync(readable)),
  readsASecret: attempt(() => readFileSync(secret)),
  listsAFolder: attempt(() => readdirSync('/')),
  writes: attempt(() => writeFileSync(writable, 'x')),
  startsAProgram: attempt(() => execFileSync('/bin/true')),
  startsAThread: attempt(() => void new Worker('', { eval: true }).unref()),
  user: process.getuid(),
});
