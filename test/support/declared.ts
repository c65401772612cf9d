import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';

interface Operation {
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly content?: Record<string, unknown> }>>;
}

type Method = 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete';

/** The definition of the wire as it is committed. */
export const definition: {
  readonly paths: Readonly<Record<string, Partial<Record<Method, Operation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, { readonly content: Record<string, unknown> }>> };
  readonly 'x-problems-anywhere': readonly string[];
} = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

const ajv = new Ajv2020({ strict: false, formats: { uuid: UUID, 'date-time': TIME, date: DAY, email: /^\S+@\S+$/ } });
ajv.addSchema({ ...definition, $id: 'definition' });

const patterns = Object.keys(definition.paths)
  .map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
  }))
  // Where two fit, the one without a parameter answers.
  .sort((one, other) => one.path.split('{').length - other.path.split('{').length);

export interface Received {
  readonly method: string;
  /** With its query, if any. */
  readonly url: string;
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
}

/** Why an answer is not what `openapi.json` says of its route; null when it is. */
export function undeclared({ method, url, status, contentType, text }: Received): string | null {
  const pathname = decoded(url.split('?')[0] ?? '');
  const fitting = patterns.filter(({ pattern }) => pattern.test(pathname)).map(({ path }) => path);
  const path = fitting.find((one) => definition.paths[one]?.[method.toLowerCase() as Method]);
  const told = (why: string) => `${method} ${path ?? pathname} answered ${status}: ${why}\n${text.slice(0, 1_000)}`;
  const operation = path && definition.paths[path]?.[method.toLowerCase() as Method];
  if (!path || !operation) return text === '' || isRefusal(text) ? null : told('there is no such route');
  const declared = operation.responses[status];
  if (!declared) return isAnywhere(text) ? null : told('this status is not declared');
  const key = declared.$ref?.split('/').at(-1);
  const { content = {} } = key === undefined ? declared : (definition.components.responses[key] ?? declared);
  const type = contentType?.split(';')[0] ?? '';
  if (text === '') return null;
  if (!(type in content)) return told(`${type} is not declared`);
  if (type !== 'application/json') return null;
  const at =
    key === undefined
      ? ['paths', path, method.toLowerCase(), 'responses', String(status)]
      : ['components', 'responses', key];
  const why = misfit([...at, 'content', type, 'schema'], text);
  return why && told(why);
}

/** @throws Error where an answer is not what `openapi.json` says of its route */
export function requireDeclared(received: Received): void {
  const why = undeclared(received);
  if (why) throw new Error(why);
}

/** One route has many spellings. */
function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

const problemOf = (text: string): string => JSON.parse(text)?.error?.type?.split('/').at(-1) ?? '';

/** Of what never reached a route. */
const isAnywhere = (text: string) =>
  text !== '' && definition['x-problems-anywhere'].includes(problemOf(text)) && isRefusal(text);

const isRefusal = (text: string) => misfit(['components', 'schemas', 'Failure'], text) === null;

function misfit(at: readonly string[], text: string): string | null {
  const pointer = at.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
  const validate = ajv.getSchema(`definition#/${pointer}`);
  if (!validate) throw new Error(`openapi.json has no ${pointer}`);
  if (validate(JSON.parse(text))) return null;
  return ajv.errorsText(validate.errors, { dataVar: 'answer' });
}
