import { readFileSync } from 'node:fs';

interface Package {
  readonly hasInstallScript?: boolean;
}

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

function packagesWithScripts(directory: string): string[] {
  const packages: [string, Package][] = Object.entries(read(`${directory}/package-lock.json`).packages);
  const paths = packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
  return [...new Set(paths.map((path) => path.replace(/^.*node_modules\//, '')))].sort();
}

describe.each(['.', 'test/stand-ins', 'bench/peers'])('The package.json of %s', (directory) => {
  it('denies the install script of every package that has one, and names no other', () => {
    const { allowScripts } = read(`${directory}/package.json`);
    const denied = Object.fromEntries(packagesWithScripts(directory).map((name) => [name, false]));
    expect(Object.keys(denied)).not.toEqual([]);
    expect(allowScripts).toEqual(denied);
  });
});
