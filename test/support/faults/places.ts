import type { JsonObject } from '../../../src/connectors/connector.js';
import type { Trip } from '../../../src/connectors/connector.testkit.js';
import { caldav } from '../matrix-of-scenarios/caldav.js';
import { SUBJECTS } from '../matrix-of-scenarios/cells.mjs';
import { dynamodb } from '../matrix-of-scenarios/dynamodb.js';
import { gdrive } from '../matrix-of-scenarios/gdrive.js';
import { github } from '../matrix-of-scenarios/github.js';
import { gmail } from '../matrix-of-scenarios/gmail.js';
import { http } from '../matrix-of-scenarios/http.js';
import { mysql } from '../matrix-of-scenarios/mysql.js';
import { postgres } from '../matrix-of-scenarios/postgres.js';
import { redis } from '../matrix-of-scenarios/redis.js';
import { s3 } from '../matrix-of-scenarios/s3.js';
import { slack } from '../matrix-of-scenarios/slack.js';
import { stripe } from '../matrix-of-scenarios/stripe.js';
import type { Subject } from '../matrix-of-scenarios/subject.js';
import { missing, mustRunAll } from '../needs.mjs';
import { startRadicale } from '../radicale.mjs';
import { startXandikos } from '../xandikos.mjs';
import type { Wire } from './faults.js';
import { type Detour, startProxy } from './proxy.js';
import { startRelay } from './relay.js';
import type { Road } from './road.js';

/** A subject of the scenario matrix. */
export interface Place {
  readonly name: string;
  /** Of `cells.mjs`. */
  readonly cells: string;
  open(): Promise<Subject>;
  /** The folder of suites that need the same programs; without them it is left out. */
  readonly needs?: string;
  /** The provider chooses the address: what was made by a call that was never reported cannot be found. */
  readonly makesUnseen?: true;
  /** No field of an answer is known, so an error with status 200 is one. */
  readonly takesAnyAnswer?: boolean;
}

const CALDAV = { cells: 'caldav', needs: 'test/needs-caldav' };

/** A session is at the place whose turn it is by its number, so the order is part of a replay. */
export const PLACES: readonly Place[] = [
  { ...CALDAV, name: 'Radicale', open: () => caldav(startRadicale, '/ada/calendar/') },
  { ...CALDAV, name: 'Xandikos', open: () => caldav(startXandikos, '/ada/calendars/appointments/') },
  { name: 'dynamodb', cells: 'dynamodb', open: dynamodb },
  { name: 'gdrive', cells: 'gdrive', open: gdrive, makesUnseen: true },
  { name: 'github', cells: 'github', open: github, makesUnseen: true },
  { name: 'gmail', cells: 'gmail', open: gmail, makesUnseen: true },
  { name: 'http', cells: 'http', open: http, makesUnseen: true, takesAnyAnswer: true },
  { name: 'mysql', cells: 'mysql', open: mysql, needs: 'test/needs-mariadb' },
  { name: 'postgres', cells: 'postgres', open: postgres },
  { name: 'redis', cells: 'redis', open: redis, needs: 'test/needs-redis' },
  { name: 's3', cells: 's3', open: s3 },
  { name: 'slack', cells: 'slack', open: slack, makesUnseen: true },
  { name: 'stripe', cells: 'stripe', open: stripe, makesUnseen: true },
];

export const placeOf = (number: number) => PLACES[number % PLACES.length] as Place;
export const lacksOf = ({ cells }: Place) => SUBJECTS[cells]?.lacks ?? {};
export const isInstalled = ({ needs }: Place) => mustRunAll || !missing.some(({ folder }) => folder === needs);

/** An open place, as one organization reaches it. */
export interface Access {
  readonly wire: Wire;
  /** The same call as an agent governed by the service asks for it: addresses lead through the road too. */
  through(trip: Trip): Trip;
  readonly credentials: Readonly<Record<string, string>>;
  stop(): unknown;
}

const LOCAL_ADDRESS = /(?:127\.0\.0\.1|localhost):(\d+)/;

/** Leads the credential of a subject along a road, so that the place that is captured is the one that is undone at. */
export async function accessTo({ name, context }: Subject, road: Road): Promise<Access> {
  const stored = JSON.stringify(context.credentials);
  const [upstream, port] = LOCAL_ADDRESS.exec(stored) ?? [];
  if (!upstream) throw new Error(`the credential of ${name} names no local address`);
  const wire = /https?:\/\//.test(stored) ? 'http' : 'tcp';
  const detour: Detour = await (wire === 'http' ? startProxy : startRelay)(Number(port), road);
  const led = <T>(value: T): T =>
    JSON.parse(JSON.stringify(value).replaceAll(upstream, `127.0.0.1:${detour.port}`)) as T;
  return {
    wire,
    credentials: led(context.credentials),
    through: (trip) => ({ ...trip, payload: led<JsonObject>(trip.payload) }),
    stop: detour.stop,
  };
}
