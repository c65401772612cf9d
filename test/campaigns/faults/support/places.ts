import type { JsonObject } from '../../../../src/connectors/connector.js';
import type { Trip } from '../../../../src/connectors/connector.testkit.js';
import { CASES } from '../../../connectors/subjects/cases.mjs';
import type { Subject } from '../../../connectors/subjects/subject.js';
import { type Place as PlaceOfWorld, WORLDS } from '../../../connectors/subjects/worlds.js';
import { missing, mustRunAll } from '../../../support/needs.mjs';
import type { Wire } from './faults.js';
import type { FaultyNetwork } from './faulty-network.js';
import { type Detour, startProxy } from './proxy.js';
import { startRelay } from './relay.js';

/** A place of a connector, by whose id its cases are found. */
export interface Place extends PlaceOfWorld {
  readonly connector: string;
}

/** The number of a session chooses its place, so the order is part of a replay. */
export const PLACES: readonly Place[] = [...WORLDS].flatMap(([connector, { places }]) =>
  places.map((place) => ({ ...place, connector })),
);

export const placeOf = (number: number) => PLACES[number % PLACES.length] as Place;
/** The sessions at one place take turns in what they do; the places begin at different ones. */
export const turnOf = (number: number) => Math.floor(number / PLACES.length) + (number % PLACES.length);
export const lacksOf = ({ connector }: Place) => CASES[connector]?.lacks ?? {};
export const isInstalled = ({ needs }: Place) => mustRunAll || !missing.some(({ folder }) => folder === needs);

/** The places whose calls the service makes. */
export const PERFORMING: readonly Place[] = PLACES.filter((one) => isInstalled(one) && !lacksOf(one).performs);

/** An open place, as one organization reaches it. */
export interface Access {
  readonly wire: Wire;
  /** The same call as an agent governed by the service asks for it: addresses lead through the network too. */
  through(trip: Trip): Trip;
  readonly credentials: Readonly<Record<string, string>>;
  stop(): unknown;
}

const LOCAL_ADDRESS = /(?:127\.0\.0\.1|localhost):(\d+)/;

/** Leads the credential of a subject along a network, so that the place that is captured is the one that is undone at. */
export async function accessTo({ name, context }: Subject, network: FaultyNetwork): Promise<Access> {
  const stored = JSON.stringify(context.credentials);
  const [upstream, port] = LOCAL_ADDRESS.exec(stored) ?? [];
  if (!upstream) throw new Error(`the credential of ${name} names no local address`);
  const wire = /https?:\/\//.test(stored) ? 'http' : 'tcp';
  const detour: Detour = await (wire === 'http' ? startProxy : startRelay)(Number(port), network);
  const led = <T>(value: T): T =>
    JSON.parse(JSON.stringify(value).replaceAll(upstream, `127.0.0.1:${detour.port}`)) as T;
  return {
    wire,
    credentials: led(context.credentials),
    through: (trip) => ({ ...trip, payload: led<JsonObject>(trip.payload) }),
    stop: detour.stop,
  };
}
