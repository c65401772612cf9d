// Refuses files of this directory that hold the markers of an unresolved merge conflict.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

const NOT_OURS = ['.git', '.backstop', 'node_modules', 'dist', 'coverage'];

/**
 * Returns the files that git tracks or would add; outside a repository, as in a source archive, every file that is
 * neither installed nor built.
 */
function ownFiles() {
  try {
    const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], options);
    return listed.split('\0').filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
  } catch {
    return filesBelow('.');
  }
}

function filesBelow(directory) {
  return readdirSync(directory, { withFileTypes: true })
    .filter(({ name }) => !NOT_OURS.includes(name))
    .flatMap((entry) => {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) return filesBelow(path);
      return entry.isFile() ? [relative('.', path)] : [];
    });
}

/** Seven equals signs below a line of text are a heading in Markdown; anywhere else they divide two versions. */
function isMarker(line, before, file) {
  if (/^(<{7}|>{7}|\|{7})( |$)/.test(line)) return true;
  return line === '='.repeat(7) && !(file.endsWith('.md') && before?.trim());
}

const found = ownFiles().flatMap((file) => {
  const lines = readFileSync(file, 'utf8').split(/\r?\n/);
  return lines.flatMap((line, at) => (isMarker(line, lines[at - 1], file) ? [`${file}:${at + 1}: ${line}`] : []));
});
if (found.length > 0) {
  console.error(`Merge-conflict markers. Resolve the conflict and remove them:\n${found.join('\n')}`);
  process.exit(1);
}
