import type { Operation } from '../../api/registry';
import type { Search } from '../../ui/url-state';
import type { Credential, Health } from './api';

/** A connector with its operations, its stored credential, and its health. */
export interface Connector {
  readonly id: string;
  readonly apiVersion: string;
  readonly isVerified: boolean;
  readonly fields: Operation['credentialFields'];
  readonly operations: readonly Operation[];
  /** The number of its changing operations by how completely they can be undone. */
  readonly undo: Readonly<Record<Operation['reversibility'], number>>;
  readonly credential: Credential | null;
  /** Undefined if it is not known. */
  readonly health: Health | undefined;
}

/**
 * Returns the registry's connectors by their names; those that do not work come first, those without a credential last.
 */
export function connectorsOf(
  registry: readonly Operation[],
  credentials: readonly Credential[],
  health: readonly Health[] | undefined,
): Connector[] {
  const byConnector = new Map<string, Operation[]>();
  for (const operation of registry)
    byConnector.set(operation.connector, [...(byConnector.get(operation.connector) ?? []), operation]);
  const connectors = [...byConnector].map(([id, operations]): Connector => {
    const changing = operations.filter(({ operationType }) => operationType !== 'READ');
    const count = (wanted: Operation['reversibility']) =>
      changing.filter(({ reversibility }) => reversibility === wanted).length;
    const [first] = operations;
    return {
      id,
      apiVersion: first?.apiVersion ?? '',
      isVerified: operations.every(({ verified }) => verified),
      fields: first?.credentialFields ?? [],
      operations,
      undo: { exact: count('exact'), compensating: count('compensating'), none: count('none') },
      credential: credentials.find(({ connector }) => connector === id) ?? null,
      health: health?.find(({ connector }) => connector === id),
    };
  });
  return connectors.sort((a, b) => rank(a) - rank(b) || a.id.localeCompare(b.id));
}

export type State = 'healthy' | 'unhealthy' | 'unconfigured' | 'stored';
export const STATE_LIST: readonly State[] = ['unhealthy', 'healthy', 'stored', 'unconfigured'];

/** `stored`: there is a credential, and whether it works is not known. */
export function stateOf({ credential, health }: Pick<Connector, 'credential' | 'health'>): State {
  if (!credential) return 'unconfigured';
  if (health && health.status !== 'unconfigured') return health.status;
  if (credential.lastCheckOk === null) return 'stored';
  return credential.lastCheckOk ? 'healthy' : 'unhealthy';
}

const rank = (connector: Connector) => STATE_LIST.indexOf(stateOf(connector));

export function readConnectorList({ text, state, selected, open }: Search) {
  return {
    text: text?.slice(0, 200) || undefined,
    state: STATE_LIST.find((one) => one === state),
    selected,
    /** The connector whose operations and credential are shown. */
    open,
  };
}

export const filtered = (connectors: readonly Connector[], text: string | undefined, state: State | undefined) =>
  connectors.filter(
    (connector) =>
      (!state || stateOf(connector) === state) &&
      (!text ||
        [connector.id, ...connector.operations.map(({ apiName }) => apiName)]
          .join('\n')
          .toLowerCase()
          .includes(text.toLowerCase())),
  );

/** Returns the values to store for a credential: the fields that were filled in. */
export const filledIn = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));

export const missing = (fields: Connector['fields'], values: Readonly<Record<string, string>>) =>
  fields.filter(({ name, required }) => required && !values[name]).map(({ name }) => name);
