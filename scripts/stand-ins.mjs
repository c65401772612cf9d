// The servers that play providers in the tests come with a Node of their own, and an instrumentation without its native
// parts: kept apart, so that only the tests use them.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const HOMES = [
  { folder: '../test/stand-ins/', size: '410 MB' },
  { folder: '../test/stand-ins/tracer/', size: '14 MB', without: ['--omit=optional'] },
];

for (const { folder, size, without = [] } of HOMES) {
  const home = new URL(folder, import.meta.url).pathname;
  const wanted = readFileSync(`${home}package-lock.json`, 'utf8');
  if (installedIn(home) === wanted) continue;
  console.log(`Installing the stand-ins of the tests (once, ${size}).`);
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', ...without], {
    cwd: home,
    stdio: 'inherit',
  });
  writeFileSync(`${home}node_modules/.of-lock.json`, wanted);
}

function installedIn(home) {
  try {
    return readFileSync(`${home}node_modules/.of-lock.json`, 'utf8');
  } catch {
    return null;
  }
}
