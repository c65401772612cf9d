import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** The definition of the wire as it is committed. */
export const definition = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

const ajv = new Ajv2020({
  strict: false,
  validateSchema: false,
  formats: { uuid: UUID, 'date-time': TIME, date: DAY, email: /^\S+@\S+$/ },
});
ajv.addSchema({ ...definition, $id: 'definition' });

/** A UUID of version 7, which each answer of the service bears. */
const REQUEST_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Paths of the pages, which are no part of the interface. */
const FILES = /^\/(docs|dashboard)\/./;

/** Tells whether the definition describes this answer. @param url with or without its query */
export const isOfTheService = (requestId, url) => REQUEST_ID.test(requestId ?? '') && !FILES.test(url);

/** A request may name the server before the path (RFC 9112, 3.2.2). */
const ORIGIN = /^https?:\/\/[^/]*/;

const patterns = Object.keys(definition.paths)
  .map((path) => ({
    path,
    pattern: new RegExp(
      `^${path
        .replaceAll('.', '\\.')
        .replaceAll('{path}', '.*')
        .replaceAll(/\{\w+\}/g, '[^/]+')}/?$`,
    ),
  }))
  // If two paths fit, the one without a parameter answers.
  .sort((one, other) => one.path.split('{').length - other.path.split('{').length);

/**
 * Returns the reason why an answer does not match the definition of its route in `openapi.json`; null if it matches.
 */
export function undeclared({ method, url, status, contentType, text }) {
  const pathname = decoded(url.replace(ORIGIN, '').split('?')[0] ?? '');
  const fitting = patterns.filter(({ pattern }) => pattern.test(pathname)).map(({ path }) => path);
  const path = fitting.find((one) => definition.paths[one]?.[method.toLowerCase()]);
  const told = (why) => `${method} ${path ?? pathname} answered ${status}: ${why}\n${text.slice(0, 1_000)}`;
  const operation = path && definition.paths[path]?.[method.toLowerCase()];
  if (!path || !operation) return text === '' || isRefusal(text) ? null : told('there is no such route');
  if (isOfMcp(path, text)) return null;
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

/**
 * Returns the reason why an event does not match the schema of its type in `openapi.json`; null if it matches.
 * @param {string} text a webhook's body
 */
export function undeclaredEvent(text) {
  const { type } = JSON.parse(text);
  if (!(type in definition.webhooks)) return `there is no event ${type}`;
  const why = misfit(['webhooks', type, 'post', 'requestBody', 'content', 'application/json', 'schema'], text);
  return why && `${type}: ${why}\n${text.slice(0, 1_000)}`;
}

/** Decodes a path, because one route has many spellings. */
function decoded(pathname) {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

const problemOf = (text) => parsed(text)?.error?.type?.split('/').at(-1) ?? '';

/** Tells whether an answer is one that a request gets that reached no route. */
const isAnywhere = (text) =>
  text !== '' && definition['x-problems-anywhere'].includes(problemOf(text)) && isRefusal(text);

const isRefusal = (text) => misfit(['components', 'schemas', 'Failure'], text) === null;

/** MCP writes its own refusals in the form of JSON-RPC 2.0. */
const isOfMcp = (path, text) => path === '/mcp' && parsed(text)?.jsonrpc === '2.0';

/** Returns the reason why a value does not fit a schema; null if it fits. */
export const misfitOf = (schema, value) =>
  ajv.validate(schema, value) ? null : ajv.errorsText(ajv.errors, { dataVar: 'value' });

function misfit(at, text) {
  const pointer = at.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
  const validate = ajv.getSchema(`definition#/${pointer}`);
  if (!validate) throw new Error(`openapi.json has no ${pointer}`);
  if (validate(parsed(text))) return null;
  return ajv.errorsText(validate.errors, { dataVar: 'answer' });
}

/** Returns the parsed text; undefined if it is not JSON. */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
