import type { Connector } from '../src/connectors/connector.js';

/** The table, line by line. */
export function connectorTable(connectors: readonly Connector[]): string[];

/** The page with this table in its place. */
export function withTable(page: string, connectors: readonly Connector[]): string;
