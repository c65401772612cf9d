import { COOKIE_NAMES } from '../auth/browser/browser-cookie.js';
import { PROBLEMS } from '../contract/problems.js';
import { EVENT_DATA } from '../events/webhooks/webhooks.dto.js';
import { titleOf } from '../platform/http/answers/problem.js';
import { type AnyShape, id, literal, named, object, type Schema, time } from '../platform/http/shape.js';
import { Components, type Schemas } from './components.js';
import { requireDescribed, requireDescribedSchema } from './described.js';
import { RECORDED } from './examples/recorded.js';
import { operationOf, tagOf } from './operation.js';
import { Failure, ProblemResponses } from './problem-responses.js';
import { ANYWHERE } from './refusals.js';
import type { Route } from './route.js';
import { withoutSchemaExamples } from './shared.js';

export interface Facts {
  readonly name: string;
  readonly version: string;
  readonly description: string;
}

const ENVELOPE =
  'Every answer but redirects, pages and the few that say so comes as `{ data, error, timestamp }`, with an `X-Request-Id`.';

/**
 * The one definition of the wire, as OpenAPI 3.1.
 * @param inputs the schemas of bodies and queries, by their class
 * @throws UndescribedError
 */
export function documentOf(routes: readonly Route[], inputs: Schemas, { name, version, description }: Facts) {
  const components = new Components(inputs);
  const refusals = new ProblemResponses();
  components.take(Failure);
  const events = Object.entries(EVENT_DATA).map(([type, data]) => [type, webhookOf(type, data, components)]);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes)
    paths[route.path] = { ...paths[route.path], [route.method]: operationOf(route, components, refusals) };
  const tags = [...new Set([...routes.map(tagOf), EVENTS])].sort();
  const document = {
    openapi: '3.1.0',
    info: {
      title: name,
      version,
      description: `${description} ${ENVELOPE}`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This service.' }],
    tags: tags.map((tag) => ({ name: tag })),
    paths: sorted(paths),
    webhooks: Object.fromEntries(events),
    'x-problems': sorted(
      Object.fromEntries(Object.entries(PROBLEMS).map(([code, entry]) => [code, { title: titleOf(code), ...entry }])),
    ),
    'x-problems-anywhere': [...ANYWHERE, 'method-not-allowed', 'not-found'].sort(),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key, or the token of an operator or a key.' },
        browser: {
          type: 'apiKey',
          in: 'cookie',
          name: COOKIE_NAMES.secure,
          description: `An operator's browser, from the pages of the service alone; \`${COOKIE_NAMES.plain}\` without TLS.`,
        },
      },
      parameters: sorted(components.parameters.parts),
      headers: sorted(components.headers.parts),
      responses: sorted(refusals.byKey),
      examples: sorted(refusals.examples),
      schemas: sorted(components.schemas),
    },
  };
  requireDescribed(document.paths, 'paths');
  for (const [key, schema] of Object.entries(components.schemas)) requireDescribedSchema(schema, `schemas/${key}`);
  return withoutSchemaExamples(document);
}

const EVENTS = 'Events';

function webhookOf(type: string, data: AnyShape, components: Components) {
  const title = type.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const members = object({ id, type: literal(type), timestamp: time, data });
  const event: Schema = components.take(named(`${title}Event`, `The event ${type}.`, members));
  const header = (name: string) => ({ name, in: 'header', required: true, schema: { type: 'string' } });
  return {
    post: {
      operationId: `on${title}`,
      tags: [EVENTS],
      summary: `Sent to receivers of ${type}`,
      description: 'Signed as Standard Webhooks say. The same event may come more than once.',
      security: [],
      parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(header),
      requestBody: { required: true, content: components.json(event, RECORDED[`event ${type}`]?.answer) },
      responses: {
        '2XX': { description: 'The event was taken.' },
        '410': { description: 'The receiver is switched off.' },
        default: { description: 'The event is sent again later.' },
      },
    },
  };
}

const sorted = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)));
