import { Ajv, type ValidateFunction } from 'ajv';
import { isOneSegment } from '../resource/requests/url-path.js';
import { NotCapturable } from '../resource/resource.js';

export interface Request {
  readonly method: string;
  /** With `{name}` for what a segment holds. */
  readonly path: string;
}

/** What an operator declares of one kind of call: how its state is read, and what takes it back. */
export interface Declaration extends Request {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Reads the state, as a JSON object. */
  readonly capture: { readonly path: string; readonly fields?: readonly string[] };
  /** `body`: JSON in which the text `{{field}}` stands for a captured field, and `{{*}}` for all of them. */
  readonly undo: Request & {
    readonly body?: unknown;
    /** Of a POST: the member of its answer that names what it made, in place of the last brace of `capture.path`. */
    readonly created?: string;
  };
  /** Of a POST: the member of the response that names what was made, as `{created}` in the paths. */
  readonly created?: string;
  /** Send the captured ETag as If-Match. */
  readonly conditional?: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

const path = { type: 'string', pattern: '^/' };
const method = { enum: ['POST', 'PUT', 'PATCH', 'DELETE'] };
const DECLARATIONS = {
  type: 'array',
  minItems: 1,
  maxItems: 100,
  items: {
    type: 'object',
    required: ['method', 'path', 'capture', 'undo'],
    additionalProperties: false,
    properties: {
      method,
      path,
      capture: {
        type: 'object',
        required: ['path'],
        additionalProperties: false,
        properties: { path, fields: { type: 'array', items: { type: 'string' }, minItems: 1 } },
      },
      undo: {
        type: 'object',
        required: ['method', 'path'],
        additionalProperties: false,
        properties: { method, path, body: {}, created: { type: 'string', minLength: 1 } },
      },
      created: { type: 'string', minLength: 1 },
      conditional: { type: 'boolean' },
    },
    anyOf: [{ properties: { method: { not: { const: 'POST' } } } }, { required: ['created'] }],
  },
};
let isDeclarations: ValidateFunction | undefined;

/** @param text JSON, as it is stored with the credential. @throws NotCapturable */
export function parseDeclarations(text: string | undefined): readonly Declaration[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text ?? '');
  } catch {
    throw new NotCapturable('the declared operations are not JSON');
  }
  isDeclarations ??= new Ajv({ strict: false }).compile(DECLARATIONS);
  if (isDeclarations(parsed)) return parsed as Declaration[];
  const { instancePath = '', message = '' } = isDeclarations.errors?.[0] ?? {};
  throw new NotCapturable(`the declared operations are not as they must be: ${instancePath} ${message}`.trim());
}

/** The values of the braces where a path is like the template; null where it is not. */
export function match(template: string, actual: string): Record<string, string> | null {
  const [wanted, given] = [template.split('/'), actual.split('/')];
  if (wanted.length !== given.length) return null;
  const found: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const segment = given[index] ?? '';
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name && segment !== '') found[name] = segment;
    else if (part !== segment) return null;
  }
  return found;
}

/** @param values encoded. @throws NotCapturable when a value for a brace is missing, or is not one segment */
export function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string, offset: number) => {
    const value = values[name];
    if (value === undefined) throw new NotCapturable(`nothing says what {${name}} is in ${template}`);
    if (!isOneSegment(String(value))) throw new NotCapturable(`{${name}} in ${template} is not one segment of a path`);
    return template.lastIndexOf('?', offset) < 0
      ? String(value)
      : encodeURIComponent(decodeURIComponent(String(value)));
  });
}

/**
 * Puts fields into a body. A text that is nothing but `{{field}}` becomes the value of that field among `all`, of whatever
 * type; `{{*}}` becomes `restored`.
 */
export function fillBody(template: unknown, restored: Fields, all: Fields): unknown {
  if (typeof template === 'string') {
    const name = /^\{\{(.+)\}\}$/.exec(template)?.[1]?.trim();
    if (name === undefined) return template;
    return name === '*' ? restored : (all[name] ?? null);
  }
  if (Array.isArray(template)) return template.map((one) => fillBody(one, restored, all));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, fillBody(value, restored, all)]));
}
