import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
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
/** What the matrix takes from the service: how the statements of the ledger are asked. */
const STATEMENTS = 'src/actions/ledger';

/** What the build would make of one file. @throws Error when it is no TypeScript at all */
export function transpiled(source, fileName) {
  const { outputText, diagnostics } = ts.transpileModule(source, {
    fileName,
    compilerOptions: options,
    reportDiagnostics: true,
  });
  if (diagnostics?.length) throw new Error(`${fileName}: ${JSON.stringify(diagnostics[0].messageText)}`);
  return outputText;
}

/** A directory for everything, with the matrix as plain modules and the packages it imports. */
export async function openLaboratory() {
  const directory = mkdtempSync(join(tmpdir(), 'backstop-guards-'));
  const link = (name, at = directory) => symlinkSync(resolve(name), join(at, name));
  for (const needed of ['node_modules', 'openapi.json']) link(needed);
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }');
  for (const folder of [MATRIX, STATEMENTS]) mkdirSync(join(directory, folder), { recursive: true });
  for (const plain of ['test/support/routes.json', 'test/support/declared.mjs']) cpSync(plain, join(directory, plain));
  const statements = ['statements.ts', 'places.ts'].map((name) => join(STATEMENTS, name));
  for (const file of [...readdirSync(MATRIX).map((name) => join(MATRIX, name)), ...statements]) {
    writeFileSync(join(directory, file.replace(/\.ts$/, '.js')), transpiled(readFileSync(file, 'utf8'), file));
  }
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
      for (const needed of ['node_modules', 'migrations', 'package.json']) link(needed, bench);
      return bench;
    },
    close: async () => {
      await database.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
