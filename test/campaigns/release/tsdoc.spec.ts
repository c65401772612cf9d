import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const source = fileURLToPath(new URL('../../../sdk/src', import.meta.url));
const ENTRIES = ['index.ts', 'ai.ts', 'langchain.ts', 'openai-agents.ts', 'testing.ts'].map((name) =>
  join(source, name),
);

const program = ts.createProgram(ENTRIES, {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  types: ['node'],
  skipLibCheck: true,
  paths: { '#double': [join(source, '../../packages/double/src/double.ts')] },
});
const checker = program.getTypeChecker();

const isTold = (symbol: ts.Symbol) =>
  symbol.getDocumentationComment(checker).length > 0 ||
  symbol.getJsDocTags(checker).some(({ name }) => name === 'internal');

function* publicMembers(symbol: ts.Symbol): Generator<ts.Symbol> {
  for (const declaration of symbol.declarations ?? []) {
    if (!ts.isClassDeclaration(declaration) && !ts.isInterfaceDeclaration(declaration)) continue;
    for (const { name } of declaration.members) {
      const member = name && !ts.isPrivateIdentifier(name) && checker.getSymbolAtLocation(name);
      if (member && !isPrivate(member)) yield member;
    }
  }
}

const isPrivate = ({ declarations = [] }: ts.Symbol) =>
  declarations.some(
    (one) => ts.getCombinedModifierFlags(one) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected),
  );

function exportsOf(entry: string): ts.Symbol[] {
  const file = program.getSourceFile(entry);
  const module = file && checker.getSymbolAtLocation(file);
  return module ? checker.getExportsOfModule(module) : [];
}

it.each(ENTRIES)('everything that %s exports says what it is, member by member', (entry) => {
  const untold: string[] = [];
  const exported = exportsOf(entry);
  for (const one of exported) {
    const symbol = one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one;
    if (!isTold(symbol)) untold.push(symbol.name);
    for (const member of publicMembers(symbol)) if (!isTold(member)) untold.push(`${symbol.name}.${member.name}`);
  }
  expect(exported.length).toBeGreaterThan(0);
  expect(untold).toEqual([]);
});
