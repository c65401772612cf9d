import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

/** Installs the packages of a folder that has a lock file of its own, unless they are there. `what`: as the console tells it. */
export function installApart(folder, what, more = []) {
  const home = folder.pathname;
  const wanted = readFileSync(`${home}package-lock.json`, 'utf8');
  if (installedIn(home) === wanted) return;
  console.log(`Installing ${what}.`);
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', ...more], { cwd: home, stdio: 'inherit' });
  writeFileSync(`${home}node_modules/.of-lock.json`, wanted);
}

function installedIn(home) {
  try {
    return readFileSync(`${home}node_modules/.of-lock.json`, 'utf8');
  } catch {
    return null;
  }
}
