/** What a JSON text can hold. */
export type Json = string | number | boolean | null | Json[] | JsonObject;

export interface JsonObject {
  [member: string]: Json;
}
