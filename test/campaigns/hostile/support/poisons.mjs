import { CASES } from '../../../connectors/subjects/cases.mjs';

/** Calls whose payload a connector must read: a name, and a payload for it. */
export const POISONS = Object.values(CASES).flatMap(({ poisons }) => poisons);

/** Credentials that an attacker invents; all lead to a provider of its own. */
export function inventedCredentials(url) {
  const server = { url, database: `127.0.0.1:${new URL(url).port}/0` };
  return Object.fromEntries(Object.entries(CASES).map(([id, { credentials }]) => [id, credentials('a', server)]));
}

const deep = (open, close, count) => open.repeat(count) + close.repeat(count);

/** Answers of the attacker's provider to any request. */
export const PROVIDER_ANSWERS = [
  () => `{"id":"1","message":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`,
  () => `{"id":"1","items":${deep('[', ']', 50_000)}}`,
  () => `{"id":"1","pad":"${'p'.repeat(3_000_000)}"}`,
  () => `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "${'c'.repeat(1_000)}">]><a>${'&b;'.repeat(5_000)}</a>`,
  () => `<multistatus>${deep('<response>', '</response>', 5_000)}</multistatus>`,
  () => `BEGIN:VCALENDAR\n${'BEGIN:VEVENT\n'.repeat(20_000)}`,
  () => '{"id":"1"',
  () => '',
  () => '{"__proto__":{"polluted":true},"id":"1","name":"a"}',
  () => '{"id":"1","name":"a"}',
];
