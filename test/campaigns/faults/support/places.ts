import type { JsonObject } from '../../../../src/connectors/connector.js';
import type { Trip } from '../../../../src/connectors/connector.testkit.js';
import { caldav } from '../../../connectors/scenarios/support/caldav.js';
import { SUBJECTS } from '../../../connectors/scenarios/support/cells.mjs';
import { dynamodb } from '../../../connectors/scenarios/support/dynamodb.js';
import { gdrive } from '../../../connectors/scenarios/support/gdrive.js';
import { github } from '../../../connectors/scenarios/support/github.js';
import { gmail } from '../../../connectors/scenarios/support/gmail.js';
import { http } from '../../../connectors/scenarios/support/http.js';
import { mysql } from '../../../connectors/scenarios/support/mysql.js';
import { postgres } from '../../../connectors/scenarios/support/postgres.js';
import { redis } from '../../../connectors/scenarios/support/redis.js';
import { s3 } from '../../../connectors/scenarios/support/s3.js';
import { slack } from '../../../connectors/scenarios/support/slack.js';
import { stripe } from '../../../connectors/scenarios/support/stripe.js';
import type { Subject } from '../../../connectors/scenarios/support/subject.js';
import { missing, mustRunAll } from '../../../support/needs.mjs';
import { startRadicale } from '../../../support/radicale.mjs';
import { startXandikos } from '../../../support/xandikos.mjs';
import type { Wire } from './faults.js';
import { type Detour, startProxy } from './proxy.js';
import { startRelay } from './relay.js';
import type { Road } from './road.js';

/** A subject of the scenario matrix. */
export interface Place {
  readonly name: string;
  /** The name of its entry in `cells.mjs`. */
  readonly cells: string;
  open(): Promise<Subject>;
  /** The folder of suites that need the same programs; without them it is left out. */
  readonly needs?: string;
  /** The provider chooses the address: a resource whose creation was never reported cannot be found. */
  readonly makesUnseen?: true;
  /** No field of the answer is checked, so an error with status 200 counts as a success. */
  readonly takesAnyAnswer?: boolean;
}

const CALDAV = { cells: 'caldav', needs: 'test/connectors/needs-caldav' };

/** The number of a session chooses its place, so the order is part of a replay. */
export const PLACES: readonly Place[] = [
  { ...CALDAV, name: 'Radicale', open: () => caldav(startRadicale, '/ada/calendar/') },
  { ...CALDAV, name: 'Xandikos', open: () => caldav(startXandikos, '/ada/calendars/appointments/') },
  { name: 'dynamodb', cells: 'dynamodb', open: dynamodb },
  { name: 'gdrive', cells: 'gdrive', open: gdrive, makesUnseen: true },
  { name: 'github', cells: 'github', open: github, makesUnseen: true },
  { name: 'gmail', cells: 'gmail', open: gmail, makesUnseen: true },
  { name: 'http', cells: 'http', open: http, makesUnseen: true, takesAnyAnswer: true },
  { name: 'mysql', cells: 'mysql', open: mysql, needs: 'test/connectors/needs-mariadb' },
  { name: 'postgres', cells: 'postgres', open: postgres },
  { name: 'redis', cells: 'redis', open: redis, needs: 'test/connectors/needs-redis' },
  { name: 's3', cells: 's3', open: s3 },
  { name: 'slack', cells: 'slack', open: slack, makesUnseen: true },
  { name: 'stripe', cells: 'stripe', open: stripe, makesUnseen: true },
];

export const placeOf = (number: number) => PLACES[number % PLACES.length] as Place;
export const lacksOf = ({ cells }: Place) => SUBJECTS[cells]?.lacks ?? {};
export const isInstalled = ({ needs }: Place) => mustRunAll || !missing.some(({ folder }) => folder === needs);

/** The places whose calls the service makes. */
export const PERFORMING: readonly Place[] = PLACES.filter((one) => isInstalled(one) && !lacksOf(one).performs);

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
