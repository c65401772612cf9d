import { type OwnedTable, referringFirst } from '../erasure/erasure.js';

/** Tables whose rows mean something in this installation only, with what the organization has instead where it goes. */
export const LEFT_BEHIND: Readonly<Record<string, string>> = {
  browser_sessions: 'people sign in again, because the cookies are for this address',
  mailed_links: 'people are invited and reset passwords again, because the links name this address',
  organization_keys: 'the key goes in the head of the file, and is wrapped by a root key of the other installation',
  spent_states: 'a sign-in in progress starts again',
};

/** Columns that are written anew where the organization goes. */
export const WRITTEN_ANEW: Readonly<Record<string, readonly string[]>> = {
  // Transactions are numbered by each server.
  actions: ['recorded_in'],
};

/** The tables to move, in the order in which rows can be inserted: a table comes after those to which it refers. */
export const movedTables = (tables: readonly OwnedTable[]): string[] => [
  'organizations',
  ...referringFirst(tables)
    .map(({ name }) => name)
    .filter((name) => !(name in LEFT_BEHIND))
    .reverse(),
];
