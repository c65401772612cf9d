import { stringify } from 'yaml';

/** Values of a chart, or what its templates make of them. */
type Value = unknown;
type Scope = Readonly<Record<string, Value>>;

const FUNCTIONS: Readonly<Record<string, (...values: Value[]) => Value>> = {
  quote: (value) => JSON.stringify(String(value)),
  default: (fallback, value) => value || fallback,
  printf: (format, ...values) =>
    values.reduce((text: string, value) => text.replace('%s', String(value)), String(format)),
  toYaml: (value) => stringify(value).trimEnd(),
  nindent: (spaces, text) => `\n${String(text).replace(/^/gm, ' '.repeat(Number(spaces)))}`,
  add: (...values) => values.reduce((sum: number, value) => sum + Number(value), 0),
};

const TOKEN = /"(?:[^"\\]|\\.)*"|\d+|[$.\w]+|[|()]/g;

/**
 * Renders the part of Helm's templates that the chart uses: values, pipelines of a few functions, `if` and `range`.
 * @throws Error on anything else, and on a value that does not exist
 */
export function rendered(template: string, scope: Scope): string {
  const parts = template
    .replace(/\s*\{\{-/g, '{{')
    .replace(/-\}\}\s*/g, '}}')
    .split(/(\{\{.*?\}\})/s);
  return block(parts, scope);
}

/** Renders up to the `end` that belongs to the block. */
function block(parts: string[], scope: Scope): string {
  let text = '';
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    const [, action] = /^\{\{(.*)\}\}$/s.exec(part) ?? [];
    if (action === undefined) text += part;
    else if (action.trim() === 'end') return text;
    else if (action.trim().startsWith('if ')) {
      const inside = untilEnd(parts);
      if (evaluated(action.trim().slice(3), scope)) text += block(inside, scope);
    } else if (action.trim().startsWith('range ')) {
      const [, name = '', value = '', list = ''] = /^range (\$\w+), (\$\w+) := (.*)$/.exec(action.trim()) ?? [];
      const inside = untilEnd(parts);
      for (const [key, one] of Object.entries(evaluated(list, scope) as Scope))
        text += block([...inside], { ...scope, [name]: key, [value]: one });
    } else text += String(evaluated(action, scope));
  }
  return text;
}

function untilEnd(parts: string[]): string[] {
  const inside: string[] = [];
  for (let depth = 1; depth > 0; ) {
    const part = parts.shift();
    if (part === undefined) throw new Error('A block has no end.');
    if (/^\{\{\s*(if|range) /.test(part)) depth++;
    if (/^\{\{\s*end\s*\}\}$/.test(part)) depth--;
    inside.push(part);
  }
  return inside;
}

function evaluated(expression: string, scope: Scope): Value {
  const tokens = expression.match(TOKEN) ?? [];
  const value = pipeline(tokens, scope);
  if (tokens.length > 0) throw new Error(`Cannot read ${expression}.`);
  return value;
}

function pipeline(tokens: string[], scope: Scope): Value {
  let value = command(tokens, scope, []);
  while (tokens[0] === '|') {
    tokens.shift();
    value = command(tokens, scope, [value]);
  }
  return value;
}

/** A value alone, or a function with its parameters; the value before a pipe comes last. */
function command(tokens: string[], scope: Scope, piped: Value[]): Value {
  const first = tokens.shift() ?? '';
  const apply = FUNCTIONS[first];
  if (!apply) return operand(first, tokens, scope);
  const parameters: Value[] = [];
  while (tokens.length > 0 && tokens[0] !== '|' && tokens[0] !== ')')
    parameters.push(operand(tokens.shift() ?? '', tokens, scope));
  return apply(...parameters, ...piped);
}

function operand(token: string, tokens: string[], scope: Scope): Value {
  if (token === '(') {
    const value = pipeline(tokens, scope);
    if (tokens.shift() !== ')') throw new Error('A parenthesis is not closed.');
    return value;
  }
  if (token.startsWith('"')) return JSON.parse(token);
  if (/^\d+$/.test(token)) return Number(token);
  const path = token.startsWith('.') ? token.slice(1).split('.') : [token];
  return path.reduce((value: Value, name) => {
    if (typeof value !== 'object' || value === null || !(name in value)) throw new Error(`There is no ${token}.`);
    return (value as Scope)[name];
  }, scope);
}
