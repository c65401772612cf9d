/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
/** An object of JSON, as payloads are. */
export type JsonObject = { [key: string]: Json };
