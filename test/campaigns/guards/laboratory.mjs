import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { startLocalDatabase } from '../../../dist/platform/database/local-database.js';

const options = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ES2022,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
};

const MATRIX = 'test/e2e/matrix/support';
/** Transpiles one file as the build does. @throws Error when it is no TypeScript at all */
export function transpiled(source, fileName) {
  const { outputText, diagnostics } = ts.transpileModule(source, {
    fileName,
    compilerOptions: options,
    reportDiagnostics: true,
  });
  if (diagnostics?.length) throw new Error(`${fileName}: ${JSON.stringify(diagnostics[0].messageText)}`);
  return outputText;
}

/** Copies modules as plain JavaScript, with all that they import by a path of this project. */
function copyWithImports(files, directory) {
  const seen = new Set(files);
  for (const file of seen) {
    const isTyped = file.endsWith('.ts');
    const text = isTyped ? transpiled(readFileSync(file, 'utf8'), file) : readFileSync(file, 'utf8');
    const copy = join(directory, file.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, text);
    for (const [, specifier] of text.matchAll(/\bfrom '(\.[^']+)'/g)) {
      const imported = join(dirname(file), specifier);
      seen.add(existsSync(imported) ? imported : imported.replace(/\.js$/, '.ts'));
    }
  }
}

/** A directory for everything, with the matrix as plain modules and the packages it imports. */
export async function openLaboratory() {
  const directory = mkdtempSync(join(tmpdir(), 'backstop-guards-'));
  const link = (name, at = directory) => symlinkSync(resolve(name), join(at, name));
  for (const needed of ['node_modules', 'openapi.json']) link(needed);
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }');
  mkdirSync(join(directory, 'test/support'), { recursive: true });
  cpSync('test/support/routes.json', join(directory, 'test/support/routes.json'));
  copyWithImports(
    readdirSync(MATRIX).map((name) => join(MATRIX, name)),
    directory,
  );
  const matrix = (name) => import(pathToFileURL(join(directory, MATRIX, `${name}.js`)).href);
  const database = await startLocalDatabase(join(directory, 'database'), { durable: false });
  return {
    database,
    matrix,
    /** A copy of the compiled service that may be mutated, a module a file. */
    newBench: (name) => {
      const bench = join(directory, name);
      mkdirSync(bench);
      cpSync('dist', join(bench, 'dist'), { recursive: true });
      for (const needed of ['node_modules', 'migrations', 'package.json', 'packages']) link(needed, bench);
      return bench;
    },
    close: async () => {
      await database.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
