/**
 * This file is loaded into a service under test: what the service plans for in half an hour, the age at which a database
 * connection ends, comes after a moment. Everything else comes when it is due.
 */
const HALF_AN_HOUR_MS = 1_800_000;
const SOON_MS = 300;

const plain = globalThis.setTimeout;
globalThis.setTimeout = Object.assign(
  (callback, ms, ...values) => plain(callback, ms === HALF_AN_HOUR_MS ? SOON_MS : ms, ...values),
  plain,
);
