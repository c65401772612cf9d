import type { Json, JsonObject } from '../json.js';

// Written by scripts/registry-copy.mjs from the connectors of the service.
/** The arguments of each operation that the service itself can make. */
export interface PerformedOperations {
  readonly 'postgres.rows.insert': { readonly table: string; readonly values: JsonObject | readonly JsonObject[] };
  readonly 'postgres.rows.update': {
    readonly table: string;
    readonly match: {
      readonly [name: string]:
        | string
        | number
        | boolean
        | null
        | {
            readonly in?: readonly (string | number | boolean)[];
            readonly neq?: string | number | boolean;
            readonly gt?: string | number | boolean;
            readonly gte?: string | number | boolean;
            readonly lt?: string | number | boolean;
            readonly lte?: string | number | boolean;
            readonly like?: string;
            readonly null?: boolean;
          };
    };
    readonly values: JsonObject;
    readonly expressions?: readonly string[];
    readonly rowCount?: number;
  };
  readonly 'postgres.rows.delete': {
    readonly table: string;
    readonly match: {
      readonly [name: string]:
        | string
        | number
        | boolean
        | null
        | {
            readonly in?: readonly (string | number | boolean)[];
            readonly neq?: string | number | boolean;
            readonly gt?: string | number | boolean;
            readonly gte?: string | number | boolean;
            readonly lt?: string | number | boolean;
            readonly lte?: string | number | boolean;
            readonly like?: string;
            readonly null?: boolean;
          };
    };
    readonly rowCount?: number;
  };
  readonly 'postgres.query': { readonly sql: string; readonly values?: readonly Json[] };
}
