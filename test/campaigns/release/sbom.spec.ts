import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Installed {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, Installed>>;
}

function installedBelow({ dependencies = {} }: Installed): string[] {
  return Object.entries(dependencies).flatMap(([name, installed]) => {
    // These packages are installed under a second name, where a list names the package.
    const own = installed.version ? [`${name.replace(/-cjs$/, '')}@${installed.version}`] : [];
    return [...own, ...installedBelow(installed)];
  });
}

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'backstop-sbom-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

describe('npm run sbom', () => {
  it('writes a CycloneDX list of exactly the packages of a production install', () => {
    const file = join(directory, 'sbom.json');
    execFileSync(process.execPath, ['scripts/sbom.mjs', file]);
    const bom = JSON.parse(readFileSync(file, 'utf8'));
    const parameters = ['ls', '--all', '--omit=dev', '--package-lock-only', '--json'];
    const tree = JSON.parse(execFileSync('npm', parameters, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));

    expect(bom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'backstop' } } });
    const listed: string[] = bom.components.map((component: { 'bom-ref': string }) => component['bom-ref']);
    expect(listed.sort()).toEqual([...new Set(installedBelow(tree))].sort());
    expect(listed).toEqual(
      expect.arrayContaining(Object.entries(dependencies).map(([name, version]) => `${name}@${version}`)),
    );
    const refs = bom.dependencies.flatMap(({ ref, dependsOn }: { ref: string; dependsOn: string[] }) => [
      ref,
      ...dependsOn,
    ]);
    expect([...new Set(refs)].sort()).toEqual([...listed, bom.metadata.component['bom-ref']].sort());
  });
});
