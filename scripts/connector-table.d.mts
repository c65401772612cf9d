import type { Connector } from '../src/connectors/connector.js';

/** The table, line by line. */
export function connectorTable(connectors: readonly Connector[]): string[];

/** Returns the page with this table inserted. */
export function withTable(page: string, connectors: readonly Connector[]): string;
