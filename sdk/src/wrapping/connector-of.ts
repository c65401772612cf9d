/** Members that the types of each known client have, and that no other type is likely to have together. */
interface KnownClients {
  readonly postgres: Members<'query' | 'totalCount' | 'idleCount'> | Members<'query' | 'escapeIdentifier' | 'copyFrom'>;
  readonly mysql: Members<'query' | 'execute' | 'escapeId' | 'format'>;
  readonly redis: Members<'sendCommand' | 'pipeline' | 'defineCommand' | 'scanStream'>;
  readonly stripe: Members<'rawRequest' | 'customers' | 'paymentIntents'>;
  readonly github: Members<'rest' | 'graphql' | 'request' | 'hook'>;
  readonly slack: Members<'apiCall' | 'filesUploadV2' | 'chat'>;
  readonly gmail: { readonly context: unknown; readonly users: Members<'drafts' | 'labels' | 'messages'> };
  readonly gcal: Members<'context' | 'calendarList' | 'events'>;
  readonly gdrive: Members<'context' | 'files' | 'permissions' | 'drives'>;
  readonly s3: { readonly send: unknown; readonly config: Members<'forcePathStyle' | 'useAccelerateEndpoint'> };
  readonly dynamodb: {
    readonly send: unknown;
    readonly config: Members<'accountIdEndpointMode' | 'endpointDiscoveryCommandCtor'>;
  };
  readonly notion: Members<'pages' | 'blocks' | 'databases' | 'request'>;
  readonly hubspot: Members<'apiRequest' | 'crm'>;
  readonly linear: Members<'client' | 'createIssue' | 'viewer'>;
}

type Members<Name extends string> = Readonly<Record<Name, unknown>>;

/** The connector of a client whose type is that of a known client; `never` for any other type, and for `any`. */
type ConnectorOf<T> = 0 extends 1 & T
  ? never
  : { [Name in keyof KnownClients]: T extends KnownClients[Name] ? Name : never }[keyof KnownClients];

/**
 * Makes a misspelt connector of a known client a type error. A connector whose name is known only when the program runs is
 * compared then. A generic function that gives a literal name states the types: `wrap<object, 'crm'>(client, …)`.
 */
export type RightConnector<T, C extends string> = string extends C
  ? unknown
  : [ConnectorOf<T>] extends [never]
    ? unknown
    : C extends ConnectorOf<T>
      ? unknown
      : { readonly connector: { readonly 'the connector of this client is': ConnectorOf<T> } };
