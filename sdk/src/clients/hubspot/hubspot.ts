import type { Interceptor } from '../../method-client/interceptor.js';
import type { MethodClient } from '../../method-client/method-client.js';
import { UNNAMED } from '../../method-client/outgoing.js';
import type { OperationType } from '../../wire/wire.js';
import { Addresses } from '../addresses.js';
import { anyArguments } from '../plain-signature.js';
import { unverifiedClient } from '../unverified.js';
import { UnnamedInterceptor } from './unnamed.js';

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

const under = (interceptor: string, verbs: Readonly<Record<string, OperationType>>) =>
  Object.entries(verbs).map(([verb, type]): [string, OperationType] => [`${interceptor}.${verb}`, type]);

/** Addresses of the operations, for requests that are made without their methods. */
const ADDRESSES = Object.fromEntries(
  OBJECTS.flatMap((name) => {
    const kind = name === 'objects' ? '{objectType}' : name === 'lineItems' ? 'line_items' : name;
    const at = `crm/v3/objects/${kind}`;
    const [basic, batch] = [`crm.${name}.basicApi`, `crm.${name}.batchApi`];
    return [
      [`${basic}.create`, `POST ${at}`],
      [`${basic}.update`, `PATCH ${at}/{id}`],
      [`${basic}.archive`, `DELETE ${at}/{id}`],
      [`${basic}.merge`, `POST ${at}/merge`],
      [`${basic}.purge`, `POST ${at}/gdpr-delete`],
      ...['create', 'update', 'upsert', 'archive'].map((verb) => [`${batch}.${verb}`, `POST ${at}/batch/${verb}`]),
    ];
  }),
);

const governed = unverifiedClient({
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
    return new UnnamedInterceptor(
      '',
      settings.passesUnknown ? null : (unnamed ?? null),
      new Addresses(ADDRESSES, operations),
    );
  },
});

/** `Client` of `@hubspot/api-client`: objects of the CRM and what joins them. */
export const hubspot: MethodClient = {
  ...governed,
  interceptor: (client, context, outgoing) => underBothNames(governed.interceptor(client, context, outgoing)),
};

/** An accessor such as `crm` stores its object as `_crm`. */
function underBothNames(interceptor: Interceptor): Interceptor {
  return {
    ...(interceptor.path !== undefined && { path: interceptor.path }),
    member: (key, value, target) => {
      const name = typeof key === 'string' && typeof value === 'object' ? key.replace(/^_/, '') : key;
      const member = interceptor.member(name, value, target);
      return member?.interceptor ? { ...member, interceptor: underBothNames(member.interceptor) } : member;
    },
  };
}
