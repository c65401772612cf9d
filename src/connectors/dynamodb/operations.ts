import type { JsonObject } from '../connector.js';
import { irreversible, objectSchema, reversible } from '../resource/define.js';
import type { IrreversibleOperation, ResourceOperation } from '../resource/resource.js';
import {
  addressesOf,
  batchOf,
  deletionOf,
  type ItemChange,
  isUnprocessed,
  putOf,
  setsOf,
  updateOf,
} from './changes.js';
import type { Dynamo } from './client.js';
import { item } from './item.js';
import { replacedBy } from './replaced.js';
import { batchSchema, deleteSchema, putSchema, updateSchema } from './schemas.js';
import { sums } from './sums.js';

/** An operation is determined by the change of its payload to each item. */
const writing = (changesOf: (payload: JsonObject) => ItemChange[]) =>
  ({
    kind: item,
    effect: 'write',
    driftSignal: 'value of each attribute; a condition on them when it is written',
    addresses: (payload) => addressesOf(changesOf(payload)),
    sets: (payload, address, before) => setsOf(changesOf(payload), address, before),
    replaced: replacedBy,
  }) satisfies Partial<ResourceOperation<Dynamo>>;

export const operations: readonly (ResourceOperation<Dynamo> | IrreversibleOperation)[] = [
  reversible({
    apiName: 'dynamodb.items.put',
    operationType: 'UPDATE',
    inverse: 'UpdateItem with the former attributes, or DeleteItem of a new item, while it is as it was read',
    payloadSchema: putSchema,
    notes: 'Items of up to 100 attributes. What a stream has carried on stays carried on.',
    ...writing((payload) => [putOf(payload)]),
  }),
  reversible({
    apiName: 'dynamodb.items.update',
    operationType: 'UPDATE',
    inverse: 'UpdateItem with the former attributes, or DeleteItem of a new item, while it is as it was read',
    payloadSchema: updateSchema,
    notes:
      'With an UpdateExpression, on items of up to 100 attributes; whole attributes are brought back, numbers that it added to as well.',
    ...writing((payload) => [updateOf(payload)]),
    sums,
  }),
  reversible({
    apiName: 'dynamodb.items.delete',
    operationType: 'DELETE',
    inverse: 'PutItem of what was there, while nothing has its key',
    payloadSchema: deleteSchema,
    notes: 'Items of up to 100 attributes. What a stream has carried on stays carried on.',
    ...writing((payload) => [deletionOf(payload)]),
    effect: 'delete',
    driftSignal: 'whether the item is there again',
  }),
  reversible({
    apiName: 'dynamodb.items.batchWrite',
    operationType: 'UPDATE',
    inverse: 'item by item, as of items.put and items.delete',
    payloadSchema: batchSchema,
    notes: 'Up to 25 items. Those that DynamoDB did not process are as they were.',
    ...writing(batchOf),
    isLeftOut: isUnprocessed,
  }),
  irreversible('dynamodb.items.transactWrite', 'UPDATE', 'Write its items one by one where they shall be undone.'),
  irreversible(
    'dynamodb.statements.execute',
    'EXECUTE',
    'PartiQL is not read: write items where they shall be undone.',
  ),
  irreversible('dynamodb.tables.create', 'CREATE', 'Deleting the table would delete what others wrote into it.'),
  irreversible('dynamodb.tables.update', 'UPDATE', 'Indexes and throughput are changed and paid for at once.'),
  irreversible('dynamodb.tables.delete', 'DELETE', 'All items are gone; a backup restores them to another table.'),
  irreversible('dynamodb.tables.updateTimeToLive', 'UPDATE', 'Expired data is not restored.'),
  irreversible(
    'dynamodb.commands.send',
    'EXECUTE',
    'Any other command that may write: only its name is known.',
    objectSchema(['command', 'input'], { command: { type: 'string' }, input: { type: 'object' } }),
  ),
];
