import { parse } from 'libpg-query';
import ts from 'typescript';
import { filesOf, isLiteral, isSum, PLACEHOLDER, TextReader } from './text-reader.js';

export interface SqlText {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** A call of `query` whose text is not known before run time, or a text that does not parse. */
export interface Unreadable {
  readonly file: string;
  readonly line: number;
  readonly why: string;
}

const LOOKS_LIKE_SQL =
  /^\s*(?:--[^\n]*\n\s*)*(?:SELECT\s|INSERT INTO\s|UPDATE\s+\S+(?:\s+AS)?(?:\s+\S+)?\s+SET\s|DELETE FROM\s|WITH\s|MERGE INTO\s|TRUNCATE\s|LOCK TABLE\s|CALL\s|CREATE\s+\S|ALTER\s+\S|DROP\s+\S|GRANT\s|REVOKE\s)/;

/** Methods whose first argument is SQL. */
const QUERY_METHODS = new Set(['query', 'lookup']);

/** Every SQL text of TypeScript files, which are given by path; and the texts that cannot be read. */
export async function sqlTextsIn(sources: ReadonlyMap<string, string>, tables: readonly string[]) {
  const files = filesOf(sources);
  const reader = new TextReader(files);
  const texts: SqlText[] = [];
  const unreadable: Unreadable[] = [];
  const fragments: { node: ts.Node; file: string; line: number }[] = [];
  const names = new RegExp(`\\b(?:FROM|JOIN|INTO|UPDATE|TABLE)\\s+(?:public\\.)?(?:${tables.join('|')})\\b`);

  const read = async (node: ts.Expression, file: string, isQuery: boolean) => {
    const line = lineOf(node);
    const alternatives = reader.textsOf(node);
    if (!alternatives) {
      if (isQuery) unreadable.push({ file, line, why: 'runs a text that is known only at run time' });
      return;
    }
    if (!isQuery && !alternatives.some((text) => LOOKS_LIKE_SQL.test(text))) return;
    reader.keep();
    for (const alternative of alternatives) {
      const text = await parsed(alternative);
      if (text === null)
        unreadable.push({ file, line, why: `does not parse as SQL: ${alternative.trim().slice(0, 80)}` });
      else texts.push({ file, line, text });
    }
  };

  for (const [file, source] of files) {
    const nodes: { node: ts.Expression; isQuery: boolean }[] = [];
    const visit = (node: ts.Node): void => {
      if (isQueryCall(node) && node.arguments[0]) nodes.push({ node: node.arguments[0], isQuery: true });
      else if (isText(node) && !isText(node.parent) && !isQueryArgument(node)) nodes.push({ node, isQuery: false });
      if (isLiteral(node) && names.test(node.getText())) fragments.push({ node, file, line: lineOf(node) });
      ts.forEachChild(node, visit);
    };
    visit(source);
    for (const { node, isQuery } of nodes) await read(node, file, isQuery);
  }
  for (const { node, file, line } of fragments) {
    if (!reader.kept.has(node)) unreadable.push({ file, line, why: 'names a table in a text that no query contains' });
  }
  return { texts, unreadable };
}

const lineOf = (node: ts.Node) => node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1;

const isText = (node: ts.Node): node is ts.Expression =>
  (isLiteral(node) && !ts.isImportDeclaration(node.parent) && !ts.isLiteralTypeNode(node.parent)) || isSum(node);

const isQueryCall = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  QUERY_METHODS.has(node.expression.name.text);

const isQueryArgument = (node: ts.Node) => isQueryCall(node.parent) && node.parent.arguments[0] === node;

/** Parses the text with each placeholder as a name, as nothing or as a number, until PostgreSQL accepts it. */
async function parsed(text: string): Promise<string | null> {
  const parts = text.split(PLACEHOLDER);
  const count = parts.length > 5 ? 1 : parts.length - 1;
  for (let attempt = 0; attempt < 3 ** count; attempt++) {
    const fill = (index: number) =>
      [PLACEHOLDER, '', '1'][Math.floor(attempt / 3 ** (parts.length > 5 ? 0 : index)) % 3] ?? '';
    const filled = parts.map((part, index) => (index < parts.length - 1 ? part + fill(index) : part)).join('');
    const isSql = await parse(filled).then(
      ({ stmts }) => (stmts ?? []).length > 0,
      () => false,
    );
    if (isSql) return filled;
  }
  return null;
}
