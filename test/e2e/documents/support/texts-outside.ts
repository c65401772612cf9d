import ts from 'typescript';

/** Attributes that a person reads or a screen reader speaks. */
const READ = /^(?:label|aria-label|title|placeholder|description|any|alt|help|lead|confirm|text)$/;
/** Attributes and members whose values are code. */
const CODE =
  /^(?:className|class|type|autoComplete|name|rel|target|role|id|htmlFor|value|variant|size|color|radius|key|keys|keywords|code|aria-live|aria-current|to)$/;
/** Names of products, keys and headers, and addresses. */
const NAMES =
  /^https:|^(?:Backstop|GitHub|Google|Slack|Escape|Enter|Tab|Backspace|Ctrl(?: \w+)?)$|^Bearer |^[A-Z][A-Za-z]*-[A-Z]/;

const isPhrase = (text: string) => /\p{L}{2,}[,.:;…)]? +\p{L}/u.test(text) || /^\p{Lu}\p{Ll}+/u.test(text);
const hasWord = (text: string) => /\p{L}{2,}/u.test(text);

/** The texts of a page of the dashboard that stand in its code: each with its line. */
export function textsOutside(file: string, source: string): string[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind);
  const found: string[] = [];
  const note = (node: ts.Node, text: string) => {
    const { line } = parsed.getLineAndCharacterOfPosition(node.getStart());
    found.push(`${file}:${line + 1}: ${text.trim()}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) {
      if (hasWord(node.text.replaceAll(/&\w+;/g, '')) && !NAMES.test(node.text.trim()) && !isCodeElement(node.parent))
        note(node, node.text);
      return;
    }
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node)) {
      const text = textOf(node);
      if (
        !isCode(node) &&
        hasWord(text) &&
        !NAMES.test(text) &&
        (isPhrase(text) || isInReadAttribute(node) || isChild(node) || isBesideElement(node))
      )
        note(node, text);
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}

type Literal = ts.StringLiteral | ts.NoSubstitutionTemplateLiteral | ts.TemplateExpression;

const textOf = (node: Literal) =>
  ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…')
    : node.text;

const isCodeElement = (node: ts.Node) =>
  ts.isJsxElement(node) && /^(?:code|kbd|pre)$/.test(node.openingElement.tagName.getText());

function isInReadAttribute(node: ts.Node): boolean {
  let at = node.parent;
  while (ts.isJsxExpression(at) || ts.isParenthesizedExpression(at) || ts.isConditionalExpression(at)) at = at.parent;
  return ts.isJsxAttribute(at) && READ.test(at.name.getText());
}

/** True for a text that is shown where another condition shows an element. */
const isBesideElement = ({ parent }: ts.Node) =>
  ts.isConditionalExpression(parent) &&
  [parent.whenTrue, parent.whenFalse].some((one) => ts.isJsxElement(one) || ts.isJsxSelfClosingElement(one));

/** True for a text that is shown between tags, chosen by a condition or not. */
function isChild(node: ts.Node): boolean {
  let at = node.parent;
  while (
    ts.isConditionalExpression(at) ||
    ts.isParenthesizedExpression(at) ||
    (ts.isBinaryExpression(at) && /^(?:\?\?|\|\||&&)$/.test(at.operatorToken.getText()))
  )
    at = at.parent;
  return ts.isJsxExpression(at) && (ts.isJsxElement(at.parent) || ts.isJsxFragment(at.parent));
}

/** True for a text that the program reads: a name, a path, a class, a comparison, the message of an error. */
function isCode(node: Literal): boolean {
  const { parent } = node;
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isTaggedTemplateExpression(parent))
    return true;
  if (ts.isElementAccessExpression(parent) || ts.isCaseClause(parent)) return true;
  if (ts.isPropertyAssignment(parent) && (parent.name === node || CODE.test(parent.name.getText()))) return true;
  if (ts.isBinaryExpression(parent) && /^[=!]==?$/.test(parent.operatorToken.getText())) return true;
  for (let at: ts.Node = parent; !ts.isStatement(at) && !ts.isSourceFile(at); at = at.parent) {
    if (ts.isTypeNode(at)) return true;
    if (ts.isNewExpression(at) && /Error$/.test(at.expression.getText())) return true;
    if (ts.isJsxAttribute(at)) return CODE.test(at.name.getText());
    if (
      ts.isCallExpression(at) &&
      /(?:^localStorage|^sessionStorage|^console|^matchMedia|[sS]elector(?:All)?|startsWith|endsWith|includes|split|join)(?:\.\w+)?$/.test(
        at.expression.getText(),
      )
    )
      return true;
  }
  return false;
}
