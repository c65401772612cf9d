import ts from 'typescript';
import { filesOf } from './text-reader.js';

/** A place in a TypeScript file that names the table for TypeORM. */
export interface EntityUse {
  readonly file: string;
  readonly line: number;
  readonly table: string;
  /** `declared`: the entity itself; `text`: the table by its name; `handed`: passed on without a call that uses it. */
  readonly how: 'declared' | 'used' | 'text' | 'handed';
}

/** Methods of TypeORM whose first argument names the table. */
const TAKES_A_TABLE =
  /^(getRepository|getMetadata|createQueryBuilder|from|addFrom|into|insert|upsert|update|delete|clear|increment|decrement|save|remove|soft\w+|restore|find\w*|count\w*|exist\w*|sum|average|minimum|maximum|preload|create|merge|hasId|getId)$/;

/** Every use of an entity as a value; types are free, as they reach no row. */
export function entityUsesIn(sources: ReadonlyMap<string, string>, tables: readonly string[]): EntityUse[] {
  const files = [...filesOf(sources).values()];
  const entities = new Map(files.flatMap(declaredIn).map(({ name, table }) => [name, table]));
  const named = new Map([...tables.map((table) => [table, table] as const), ...entities]);
  return files.flatMap((file) => usesIn(file, entities, named));
}

/** The entities of a file: classes with `@Entity('table')`. */
function declaredIn(file: ts.SourceFile): { name: string; table: string; node: ts.ClassDeclaration }[] {
  return file.statements.filter(ts.isClassDeclaration).flatMap((node) => {
    const entity = (ts.getDecorators(node) ?? [])
      .map(({ expression }) => expression)
      .filter(ts.isCallExpression)
      .find(({ expression }) => expression.getText() === 'Entity');
    const [table] = entity?.arguments ?? [];
    return node.name && table && ts.isStringLiteral(table) ? [{ name: node.name.text, table: table.text, node }] : [];
  });
}

function usesIn(file: ts.SourceFile, entities: ReadonlyMap<string, string>, named: ReadonlyMap<string, string>) {
  const aliases = new Map(entities);
  const uses: EntityUse[] = [];
  const note = (node: ts.Node, table: string | undefined, how: EntityUse['how']) => {
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    if (table) uses.push({ file: file.fileName, line, table, how });
  };
  for (const { node, table } of declaredIn(file)) note(node.name ?? node, table, 'declared');
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportTypeNode(node)) return;
    if (ts.isImportSpecifier(node)) {
      const table = entities.get((node.propertyName ?? node.name).text);
      if (table) aliases.set(node.name.text, table);
    } else if (ts.isExportSpecifier(node)) {
      if (!node.isTypeOnly && !node.parent.parent.isTypeOnly) note(node, entities.get(node.name.text), 'handed');
    } else if (ts.isIdentifier(node) && isValue(node)) {
      note(node, aliases.get(node.text), ts.isCallExpression(node.parent) ? 'used' : 'handed');
    } else if (ts.isStringLiteralLike(node) && isTableArgument(node)) note(node, named.get(node.text), 'text');
    ts.forEachChild(node, visit);
  };
  visit(file);
  return uses;
}

/** Tells whether the name is a value, not the name of a declaration or of a property. */
function isValue(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  return !(ts.isClassDeclaration(parent) || ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent));
}

const isTableArgument = (node: ts.Node) =>
  ts.isCallExpression(node.parent) &&
  node.parent.arguments[0] === node &&
  ts.isPropertyAccessExpression(node.parent.expression) &&
  TAKES_A_TABLE.test(node.parent.expression.name.text);
