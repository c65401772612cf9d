import { UNNAMED } from '../method-client/outgoing.js';
import type { OperationType } from '../wire.js';
import { UnnamedPlace } from './hubspot-unnamed.js';
import { anyArguments } from './plain-signature.js';
import { unverifiedClient } from './unverified.js';

const OBJECTS = ['contacts', 'companies', 'deals', 'tickets', 'lineItems', 'products', 'quotes', 'objects'];
const BASIC: Readonly<Record<string, OperationType>> = {
  create: 'CREATE',
  update: 'UPDATE',
  archive: 'DELETE',
  merge: 'EXECUTE',
  purge: 'DELETE',
};
const BATCH: Readonly<Record<string, OperationType>> = {
  create: 'CREATE',
  update: 'UPDATE',
  upsert: 'UPDATE',
  archive: 'DELETE',
};

const under = (place: string, verbs: Readonly<Record<string, OperationType>>) =>
  Object.entries(verbs).map(([verb, type]): [string, OperationType] => [`${place}.${verb}`, type]);

/** `Client` of `@hubspot/api-client`: objects of the CRM and what joins them. */
export const hubspot = unverifiedClient({
  id: 'hubspot',
  expects: 'a Client of @hubspot/api-client',
  recognises: (client) => 'apiRequest' in client && 'crm' in client,
  operations: Object.fromEntries([
    ...OBJECTS.flatMap((name) => [...under(`crm.${name}.basicApi`, BASIC), ...under(`crm.${name}.batchApi`, BATCH)]),
    ...under('crm.associations.v4.basicApi', { create: 'CREATE', createDefault: 'CREATE', archive: 'DELETE' }),
    ...under('crm.associations.v4.batchApi', { create: 'CREATE', createDefault: 'CREATE', archive: 'DELETE' }),
  ]),
  signature: { ...anyArguments, callback: undefined, copies: true },
  aliases: (path) => [`${path}WithHttpInfo`],
  hasUnnamed: true,
  other: ({ operations, settings }) => {
    const unnamed = operations.find(({ path }) => path === UNNAMED);
    return new UnnamedPlace('', settings.passesUnknown ? null : (unnamed ?? null));
  },
});
