import { CONNECTORS } from '../../../src/connectors/all.js';

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly [keyword: string]: unknown;
}

/** Lists the places in which a payload may hold a member that the schema does not name. */
function openPlaces(schema: Schema, path = ''): string[] {
  const { properties = {}, items, additionalProperties } = schema;
  const isObject = [schema.type].flat().includes('object');
  const isOpen = isObject && (additionalProperties === undefined || additionalProperties === true);
  const inner = Object.entries(properties).flatMap(([name, one]) => openPlaces(one, `${path}.${name}`));
  return [...(isOpen ? [path || '.'] : []), ...inner, ...(items ? openPlaces(items, `${path}[]`) : [])];
}

/** A declaration of an operator names the fields of a body of `http`. */
const connectors = CONNECTORS.filter(({ id }) => id !== 'http');
/** Places in which any member is known: the whole value is captured, compared and restored. */
const WHOLE: Readonly<Record<string, readonly string[]>> = {
  'gcal.events.patch': [
    ...['.requestBody.reminders', '.requestBody.source'],
    ...['.requestBody.extendedProperties.private', '.requestBody.extendedProperties.shared'],
  ],
  'gcal.events.update': [
    ...['.requestBody.reminders', '.requestBody.source'],
    ...['.requestBody.extendedProperties.private', '.requestBody.extendedProperties.shared'],
  ],
  // A condition: it lets the call happen or not.
  'dynamodb.items.put': ['.Expected'],
  'dynamodb.items.update': ['.Expected'],
  'mysql.rows.update': ['.values'],
  'postgres.rows.update': ['.values'],
  // The plan says that the metadata remains.
  'slack.chat.update': ['.blocks[]', '.attachments[]', '.metadata'],
};

const operations = connectors.flatMap((one) => one.operations);

describe('a member of a payload that an operation does not know', () => {
  it.each(operations.filter((one) => one.reversibility !== 'none' && one.operationType === 'UPDATE'))(
    'of $apiName is refused by its schema',
    ({ apiName, payloadSchema }) => {
      // Redis reads the earlier commands of its batch that it knows, and refuses the others.
      const places = openPlaces(payloadSchema as Schema).filter((place) => place !== '.precededBy[].payload');
      expect(places.sort()).toEqual([...(WHOLE[apiName] ?? [])].sort());
    },
  );
});
