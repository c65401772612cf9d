import { Ajv, type ValidateFunction } from 'ajv';
import type { JsonObject } from '../connector.js';
import { NotCapturable } from '../resource/resource.js';
import { braceIn, match } from './template.js';

export interface Request {
  readonly method: string;
  /** The path, with `{name}` for the contents of a segment. */
  readonly path: string;
}

/** The form in which the service sends an agent's call. */
interface Sent extends Request {
  /** The default is `application/json`. */
  readonly contentType?: string;
  /** The header in which the API takes a key, under which it does nothing twice. */
  readonly idempotencyKey?: string;
}

/** A call that the service may make for agents, and that nothing undoes; or a read. */
export interface Allowed extends Sent {
  readonly method: 'GET' | Declaration['method'];
  /** Names that the query of a read may have. */
  readonly query?: readonly string[];
}

/**
 * An operator's declaration for one kind of call: the parsing of its body and its state, and the request that undoes
 * it.
 */
export interface Declaration extends Sent {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * The place of the fields in the body of the call and in the state: a JSON pointer. Absent when they are at the top.
   */
  readonly at?: string;
  /** For an action, the fields that the call sets; `{{member}}` stands for a member of its body. */
  readonly sets?: JsonObject;
  /** Members of the body that change no field; their effects remain, and the plan says so. */
  readonly ignored?: readonly string[];
  /** Reads the state, as a JSON object. */
  readonly capture: { readonly path: string; readonly fields?: readonly string[] };
  /** `body`: JSON in which the text `{{field}}` stands for a captured field, and `{{*}}` for all of them. */
  readonly undo: Request & {
    readonly body?: unknown;
    readonly contentType?: string;
    /**
     * For a POST, the member of its answer that names the new resource, in place of the last brace of `capture.path`.
     */
    readonly created?: string;
  };
  /** For a POST that creates, the member of the response that names the new resource, as `{created}` in the paths. */
  readonly created?: string;
  /** Send the captured ETag as If-Match. */
  readonly conditional?: boolean;
}

const path = { type: 'string', pattern: '^/' };
const method = { enum: ['POST', 'PUT', 'PATCH', 'DELETE'] };
const name = { type: 'string', minLength: 1 };
const names = { type: 'array', items: name, minItems: 1 };
const strict = (required: readonly string[], properties: object) => ({
  ...{ type: 'object', required, additionalProperties: false, properties },
});
/** A header that identifies a request in the logs of an API; the pattern excludes headers that identify the caller. */
const keyHeader = { type: 'string', pattern: '^[A-Za-z-]*([Ii]dempotency|[Rr]equest)-([Kk]ey|[Ii][Dd])$' };
const sent = { path, contentType: name, idempotencyKey: keyHeader };
const ALLOWED = {
  ...strict(['method', 'path'], { method: { enum: ['GET', ...method.enum] }, ...sent, query: names }),
};
const UNDONE = {
  ...strict(['method', 'path', 'capture', 'undo'], {
    method,
    ...sent,
    at: { type: 'string', pattern: '^(/[^/]+)+$' },
    sets: { type: 'object', minProperties: 1 },
    ignored: names,
    capture: strict(['path'], { path, fields: names }),
    undo: strict(['method', 'path'], { method, path, body: {}, contentType: name, created: name }),
    created: name,
    conditional: { type: 'boolean' },
  }),
  anyOf: [
    { properties: { method: { not: { const: 'POST' } } } },
    { required: ['created'], not: { required: ['sets'] } },
    { required: ['sets'], not: { required: ['created'] } },
  ],
};
const DECLARATIONS = { type: 'array', minItems: 1, maxItems: 100, items: { anyOf: [UNDONE, ALLOWED] } };
let isDeclarations: ValidateFunction | undefined;

export const isUndone = (one: Declaration | Allowed): one is Declaration => 'undo' in one;

/** @param text JSON, as it is stored with the credential. @throws NotCapturable */
export function parseDeclarations(text: string | undefined): readonly (Declaration | Allowed)[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text ?? '');
  } catch {
    throw new NotCapturable('the declared operations are not JSON');
  }
  isDeclarations ??= new Ajv({ strict: false }).compile(DECLARATIONS);
  if (isDeclarations(parsed)) return parsed as (Declaration | Allowed)[];
  const { instancePath = '', message = '' } = isDeclarations.errors?.[0] ?? {};
  throw new NotCapturable(`the declared operations are not as they must be: ${instancePath} ${message}`.trim());
}

/**
 * The declaration of a call. If several fit, the one that has a fixed segment wherever the others have one, and more of
 * them, wins: `/things/archive` goes before `/things/{id}`. Null when none fits.
 * @throws NotCapturable when two fit, and neither is more exact
 */
export function declarationOf<T extends Request>(method: string, path: string, all: readonly T[]): T | null {
  const fitting = all.filter((one) => one.method === method && match(one.path, path));
  const [first] = fitting;
  if (!first) return null;
  const exact = fitting.find((one) => fitting.every((other) => other === one || isMoreExact(one, other)));
  if (exact) return exact;
  const paths = fitting.map((one) => one.path).join(' and ');
  throw new NotCapturable(`several declarations fit ${method} ${path}: ${paths}`);
}

function isMoreExact(one: Request, other: Request): boolean {
  const [mine, theirs] = [one, other].map(({ path }) => path.split('/').map((part) => braceIn(part) === undefined));
  const pairs = (mine ?? []).map((isFixed, at) => [isFixed, theirs?.[at] ?? false] as const);
  return pairs.every(([own, its]) => own || !its) && pairs.some(([own, its]) => own && !its);
}
