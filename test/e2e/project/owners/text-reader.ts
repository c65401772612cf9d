import { dirname, join } from 'node:path/posix';
import ts from 'typescript';

/** TypeScript files by path. */
export type Files = ReadonlyMap<string, ts.SourceFile>;

const parsedFiles = new Map<string, ts.SourceFile>();

/** The files of a program by path. The same text is parsed once. */
export const filesOf = (sources: ReadonlyMap<string, string>): Files =>
  new Map([...sources].map(([path, text]) => [path, parsedFile(path, text)]));

function parsedFile(path: string, text: string): ts.SourceFile {
  const known = parsedFiles.get(path);
  if (known?.text === text) return known;
  const parsed = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  parsedFiles.set(path, parsed);
  return parsed;
}

/** Takes the place of an expression that is known only at run time. */
export const PLACEHOLDER = 'placeholder';

/** More forms than any text has. */
const MOST_FORMS = 64;

export const isLiteral = (node: ts.Node): node is ts.StringLiteralLike | ts.TemplateExpression =>
  ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

export const isSum = (node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken;

/** Finds the texts that an expression may have: it follows constants, functions that return a text, and imports. */
export class TextReader {
  /** Literals that became part of a text. */
  readonly kept = new Set<ts.Node>();
  private seen = new Set<ts.Node>();

  constructor(private readonly files: Files) {}

  /** Returns the possible texts of the expression, or null if nothing of it is known. */
  textsOf(node: ts.Expression): string[] | null {
    this.seen = new Set();
    return this.resolve(node);
  }

  /** The last text was a statement: its literals need no other place. */
  keep(): void {
    for (const node of this.seen) this.kept.add(node);
  }

  private resolve(node: ts.Node): string[] | null {
    if (this.seen.has(node) && !isLiteral(node)) return null;
    this.seen.add(node);
    const texts = this.resolveKind(node);
    if (!isLiteral(node)) this.seen.delete(node);
    return texts;
  }

  private resolveKind(node: ts.Node): string[] | null {
    if (ts.isStringLiteralLike(node)) return [node.text];
    if (ts.isTemplateExpression(node)) {
      return node.templateSpans.reduce(
        (texts, span) =>
          combine(texts, this.resolve(span.expression) ?? [PLACEHOLDER]).map((text) => text + span.literal.text),
        [node.head.text],
      );
    }
    if (isSum(node)) {
      const [left, right] = [this.resolve(node.left), this.resolve(node.right)];
      return left || right ? combine(left ?? [PLACEHOLDER], right ?? [PLACEHOLDER]) : null;
    }
    if (ts.isConditionalExpression(node)) return this.either([node.whenTrue, node.whenFalse]);
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
      return this.resolve(node.expression);
    if (ts.isObjectLiteralExpression(node)) {
      const text = propertyOf(node, 'text');
      return text ? this.resolve(text) : null;
    }
    if (ts.isCallExpression(node)) {
      const called = this.declarationOf(node.expression);
      return called ? this.resultOf(called) : null;
    }
    const declared = this.declarationOf(node);
    return declared ? this.resolve(declared) : null;
  }

  private either(nodes: readonly ts.Node[]): string[] | null {
    const all = nodes.map((node) => this.resolve(node));
    return all.some((texts) => texts) ? all.flatMap((texts) => texts ?? [PLACEHOLDER]) : null;
  }

  /** Returns the texts of a function that only returns a text. */
  private resultOf(node: ts.Node): string[] | null {
    if (!ts.isArrowFunction(node) && !ts.isFunctionDeclaration(node) && !ts.isMethodDeclaration(node)) return null;
    if (!node.body) return null;
    if (!ts.isBlock(node.body)) return this.resolve(node.body);
    const returned: ts.Expression[] = [];
    const visit = (inner: ts.Node): void => {
      if (ts.isReturnStatement(inner) && inner.expression) returned.push(inner.expression);
      if (!ts.isFunctionLike(inner)) ts.forEachChild(inner, visit);
    };
    visit(node.body);
    return this.either(returned);
  }

  /** Returns the declaration of a name: the value of a constant or a property, or a function. */
  private declarationOf(node: ts.Node): ts.Node | null {
    if (ts.isIdentifier(node)) return this.named(node, node.text);
    if (!ts.isPropertyAccessExpression(node)) return null;
    if (node.expression.kind === ts.SyntaxKind.ThisKeyword) return this.memberOfClass(node);
    const owner = this.declarationOf(node.expression);
    const object = owner && unwrapped(owner);
    if (!object || !ts.isObjectLiteralExpression(object)) return null;
    return propertyOf(object, node.name.text);
  }

  private memberOfClass(node: ts.PropertyAccessExpression): ts.Node | null {
    let around: ts.Node = node;
    while (!ts.isClassLike(around) && !ts.isSourceFile(around)) around = around.parent;
    if (!ts.isClassLike(around)) return null;
    const member = around.members.find(
      (one) => one.name && ts.isIdentifier(one.name) && one.name.text === node.name.text,
    );
    if (!member) return null;
    return ts.isPropertyDeclaration(member) ? (member.initializer ?? null) : member;
  }

  /** The constant or function of that name where the node stands; a parameter is known only when the program runs. */
  private named(node: ts.Node, name: string): ts.Node | null {
    for (let scope = node; scope; scope = scope.parent) {
      if (ts.isFunctionLike(scope) && scope.parameters.some((one) => declares(one.name, name))) return null;
      if (!ts.isBlock(scope) && !ts.isSourceFile(scope)) continue;
      for (const statement of scope.statements) {
        const found = this.declaredBy(statement, name);
        if (found !== undefined) return found;
      }
    }
    return null;
  }

  /** Returns the declaration of the name; undefined if the statement declares no such name. */
  private declaredBy(statement: ts.Statement, name: string): ts.Node | null | undefined {
    if (ts.isFunctionDeclaration(statement)) return statement.name?.text === name ? statement : undefined;
    if (ts.isVariableStatement(statement)) {
      const found = statement.declarationList.declarations.find((one) => declares(one.name, name));
      return found && (ts.isIdentifier(found.name) ? (found.initializer ?? null) : null);
    }
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return undefined;
    const bindings = statement.importClause?.namedBindings;
    if (!bindings || !ts.isNamedImports(bindings)) return undefined;
    const imported = bindings.elements.find((one) => one.name.text === name);
    if (!imported) return undefined;
    const from = statement.getSourceFile().fileName;
    const other = this.files.get(join(dirname(from), statement.moduleSpecifier.text.replace(/\.js$/, '.ts')));
    return other ? this.named(other, (imported.propertyName ?? imported.name).text) : null;
  }
}

const declares = (bound: ts.BindingName, name: string): boolean =>
  ts.isIdentifier(bound)
    ? bound.text === name
    : bound.elements.some((one) => ts.isBindingElement(one) && declares(one.name, name));

function propertyOf(object: ts.ObjectLiteralExpression, name: string): ts.Expression | null {
  const found = object.properties.find((one) => one.name && ts.isIdentifier(one.name) && one.name.text === name);
  return found && ts.isPropertyAssignment(found) ? found.initializer : null;
}

function unwrapped(node: ts.Node): ts.Node {
  return ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node)
    ? unwrapped(node.expression)
    : node;
}

function combine(left: readonly string[], right: readonly string[]): string[] {
  const all = left.flatMap((one) => right.map((other) => one + other));
  if (all.length > MOST_FORMS) throw new Error(`A text has more than ${MOST_FORMS} forms: ${all[0]}`);
  return all;
}
