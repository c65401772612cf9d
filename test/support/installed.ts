import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type ServiceProcess, startService } from './service.mjs';

/** A copy of the built service in a folder of its own, without a dashboard at first. */
export interface Installed {
  readonly root: string;
  /** Writes a file of the dashboard. */
  readonly put: (name: string, text: string | Buffer) => void;
  readonly start: (overrides?: Record<string, string>) => Promise<ServiceProcess>;
  readonly remove: () => void;
}

export function copyInstallation(): Installed {
  const root = mkdtempSync(join(tmpdir(), 'installed-'));
  cpSync('dist/bundle', join(root, 'dist', 'bundle'), { recursive: true });
  cpSync('package.json', join(root, 'package.json'));
  for (const name of ['node_modules', 'migrations']) symlinkSync(resolve(name), join(root, name));
  return {
    root,
    put: (name, text) => {
      const file = join(root, 'dashboard', 'dist', name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    },
    start: (overrides = {}) => startService(overrides, { cwd: root, entry: join(root, 'dist/bundle/main.js') }),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
