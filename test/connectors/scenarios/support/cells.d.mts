/** Columns of the page that scenarios of all connectors fill, each with their titles. */
export const COLUMNS: Readonly<Record<string, readonly string[]>>;
/** Columns that each connector fills by itself. */
export const MORE: readonly string[];
