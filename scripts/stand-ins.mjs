// The servers that play providers in the tests come with a Node of their own: kept apart, so that only the tests use it.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const home = new URL('../test/stand-ins/', import.meta.url).pathname;
const wanted = readFileSync(`${home}package-lock.json`, 'utf8');

function installed() {
  try {
    return readFileSync(`${home}node_modules/.of-lock.json`, 'utf8');
  } catch {
    return null;
  }
}

if (installed() !== wanted) {
  console.log('Installing the stand-ins of the tests (once, 410 MB).');
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: home, stdio: 'inherit' });
  writeFileSync(`${home}node_modules/.of-lock.json`, wanted);
}
