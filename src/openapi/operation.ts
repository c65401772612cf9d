import { STATUS_CODES } from 'node:http';
import { type Access, callersOf } from '../auth/access/access.decorator.js';
import { json, nothing, object, type Schema, time } from '../platform/http/shape.js';
import type { Components } from './components.js';
import { PARAMETERS } from './examples/parameters.js';
import { RECORDED } from './examples/recorded.js';
import { sampleOf } from './examples/sample.js';
import type { ProblemResponses } from './problem-responses.js';
import { refusalsOf } from './refusals.js';
import type { Route } from './route.js';

/** Builds the document's operation for a route. */
export function operationOf(route: Route, components: Components, refusals: ProblemResponses) {
  const { controller, handler, access, answered } = route;
  return {
    operationId: controller.charAt(0).toLowerCase() + controller.slice(1) + capital(handler),
    tags: [tagOf(route)],
    summary: answered.summary,
    description: inWords(access),
    security: securityOf(access),
    'x-access': {
      who: callersOf(access),
      ...(access.may && { may: access.may }),
      ...(access.plan && { plan: access.plan }),
      ...(access.limit && { limit: access.limit }),
    },
    ...parametersOf(route, components),
    ...requestBodyOf(route, components),
    responses: {
      [route.status]: answerOf(route, components),
      ...(route.isHeld && { 304: unchanged(components) }),
      ...othersOf(route),
      ...refusals.of(refusalsOf(route)),
      default: refusals.anywhere,
    },
  };
}

/** The words of the controller's name. */
export const tagOf = ({ controller }: Route) =>
  controller.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const nameOf = ({ method, path }: Route) => `${method.toUpperCase()} ${path}`;

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function securityOf({ who, bearerOnly }: Access): readonly object[] {
  if (who === 'public') return [];
  return bearerOnly ? [{ bearer: [] }] : [{ bearer: [] }, { browser: [] }];
}

const WHO = {
  public: 'It needs no credential.',
  any: 'An API key or an operator may call it.',
  agent: 'An API key may call it.',
};

function inWords({ who, may, plan, limit }: Access): string {
  const needs = plan && plan !== 'FREE' ? ` Plan ${plan}.` : '';
  const counted = who === 'public' ? 'address' : 'organization';
  const often = limit ? ` At most ${limit.count} in ${limit.seconds} s for one ${counted}.` : '';
  return `${may ? `For operators with \`${may}\`.` : WHO[who]}${needs}${often}`;
}

const parameter = (place: 'path' | 'query' | 'header', name: string, required: boolean, schema: Schema) => ({
  name,
  in: place,
  required,
  schema,
  example: exampleOf(name, schema),
});

/** A list's cursor is an id, that of a session's actions a number. */
function exampleOf(name: string, schema: Schema): unknown {
  const known = PARAMETERS[name];
  return typeof known === (schema.type === 'integer' ? 'number' : 'string') ? known : sampleOf(schema, {});
}

const KEY = {
  ...parameter('header', 'Idempotency-Key', false, { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' }),
  description: 'The same key and body never do anything twice, for 24 hours.',
};

const KNOWN_TAG = {
  ...parameter('header', 'If-None-Match', false, { type: 'string' }),
  description: 'The ETag of the answer that the client has. With `wait` the request is held until the list differs.',
};

const ETAG = { description: 'Identifies the state of the list.', schema: { type: 'string' } };

const SEARCHED_TO = {
  description: 'A search for `text` has looked at what is of that moment or newer.',
  schema: { type: 'string', format: 'date-time' },
};

const unchanged = (components: Components) => ({
  description: 'The list is as the client knows it.',
  headers: { ETag: components.headers.refer('ETag', ETAG) },
});

function parametersOf(route: Route, components: Components) {
  const { properties, required } = route.query ? components.ofQuery(route.query) : { properties: {}, required: [] };
  const parameters = [
    ...route.parameters.map(({ name, isId }) =>
      parameter('path', name, true, { type: 'string', ...(isId && { format: 'uuid' }) }),
    ),
    ...Object.entries(properties).map(([name, schema]) => parameter('query', name, required.includes(name), schema)),
    ...(route.takesKey ? [KEY] : []),
    ...(route.isHeld ? [KNOWN_TAG] : []),
  ];
  const shared = parameters.map((one) => components.parameters.refer(`${one.in}.${one.name}`, one));
  return shared.length > 0 ? { parameters: shared } : {};
}

function requestBodyOf(route: Route, components: Components) {
  const { body, access } = route;
  const shown = RECORDED[nameOf(route)]?.body;
  if (access.rawBody) {
    const schema = { $ref: '#/components/schemas/JsonObject' };
    return { requestBody: { required: true, content: components.json(schema, shown) } };
  }
  if (!body) return {};
  const schema = components.body(body);
  const required = Array.isArray(components.schemas[schemaName(schema)]?.required);
  return { requestBody: { required, content: components.json(schema, shown) } };
}

const schemaName = ({ $ref }: Schema) => String($ref).split('/').at(-1) ?? '';

function answerOf(route: Route, components: Components) {
  const { answered, access, status, takesKey, isHeld } = route;
  const { alsoAs, shape } = answered;
  const schema = shape && components.take(shape);
  const sent = schema && (access.bare ? schema : inEnvelope(schema));
  const string = { schema: { type: 'string' } };
  const isSearched = route.query !== null && 'text' in components.ofQuery(route.query).properties;
  const headers = {
    ...(schema?.type === 'array' && { Link: { description: 'The next page, `rel="next"`.', ...string } }),
    ...(isHeld && { ETag: ETAG }),
    ...(isSearched && { 'Searched-To': SEARCHED_TO }),
    ...(takesKey && { 'Idempotency-Replayed': { description: '`true`: it was answered before.', ...string } }),
    ...(access.limit && { RateLimit: string, 'RateLimit-Policy': string }),
    ...(status === 302 && { Location: string }),
  };
  const others = alsoAs.map((type) =>
    type === 'application/json' ? components.json(components.take(json)) : { [type]: string },
  );
  const example = RECORDED[nameOf(route)]?.answer;
  const content = Object.assign({}, sent && components.json(sent, example), ...others);
  const shared = Object.entries(headers).map(([name, one]) => [name, components.headers.refer(name, one)]);
  return {
    description: `${STATUS_CODES[status]}.`,
    ...(shared.length > 0 && { headers: Object.fromEntries(shared) }),
    ...(Object.keys(content).length > 0 && { content }),
  };
}

const othersOf = ({ answered: { otherwise = {} } }: Route) =>
  Object.fromEntries(Object.entries(otherwise).map(([status, description]) => [status, { description }]));

const inEnvelope = (schema: Schema): Schema =>
  object({ data: { schema, named: {} }, error: nothing, timestamp: time }).schema;
