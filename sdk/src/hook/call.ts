import type { Call } from '../asking/gate.js';
import type { Json, JsonObject } from '../json.js';
import { type Recorded, record, recordObject } from '../method-client/recording/recorded.js';
import { isSecretName } from '../method-client/recording/secret-names.js';
import { toolPath } from '../tools/tool-name.js';
import { canonicalJson } from '../wire/canonical-json.js';
import type { HookOptions } from './arguments.js';
import type { HookEvent } from './event.js';
import { secretsHidden } from './secrets.js';
import { digest } from './store.js';
import { type TouchedFiles, touchedBy } from './touched.js';

/** Characters of a tool's name; the service takes names of 255 characters with the connector's. */
const LONGEST_NAME = 150;

/** A tool call as the service is asked for it. */
export interface AskedTool {
  readonly call: Call;
  readonly touched: TouchedFiles;
  /** The arguments as they are recorded, with the places that stand for something else. */
  readonly recorded: Recorded<JsonObject>;
  /** The same call has the same key, whatever id the harness gives it. */
  readonly key: string;
}

/** Reads a tool call, with its paths in their one form and its secrets hidden. */
export async function askedTool(event: HookEvent, options: HookOptions): Promise<AskedTool> {
  const touched = await touchedBy(event.tool, event.input, event.directory);
  const recorded = recordedAs(touched.input, options);
  const call: Call = {
    apiName: `${options.connector ?? event.harness}.${nameOf(event.tool)}`,
    operationType: touched.operationType,
    payload: recorded.json,
    toolCallId: event.callId?.slice(0, 255),
  };
  return { call, touched, recorded, key: `${call.apiName} ${canonicalJson(recorded.json)}` };
}

/** A tool's name as part of an `apiName`; a very long one is cut, and a digest tells it from its like. */
function nameOf(tool: string): string {
  const path = toolPath(tool);
  return path.length <= LONGEST_NAME ? path : `${path.slice(0, LONGEST_NAME)}-${digest(tool).slice(0, 16)}`;
}

/** The arguments or the answer of a call as the service may store them. */
export function recordedAs(value: JsonObject, options: HookOptions): Recorded<JsonObject> {
  const hidden = hiding(value);
  const { json, places } = recordObject(hidden, isRedacted(options));
  const own = new Map(places);
  for (const place of changedPlaces(value, hidden, '')) own.set(place, null);
  return { json, places: own };
}

export const recordedAnswer = (value: Json, options: HookOptions): Json =>
  record(hiding(value), isRedacted(options)).json;

/** Command lines, and what commands print: a program that prints its settings prints assignments. */
const OF_COMMANDS: readonly (string | undefined)[] = ['command', 'cmd', 'stdout', 'stderr', 'output'];

const hiding = secretsHidden(process.env, isSecretName, (path) => OF_COMMANDS.includes(path.at(-1)));

function isRedacted({ redact }: HookOptions): (path: readonly string[]) => boolean {
  const wanted = redact.map((one) => one.split('.'));
  const isPlace = (path: readonly string[]) =>
    wanted.some(
      (one) => one.length === path.length && one.every((name, index) => name === '*' || name === path[index]),
    );
  return (path) => isSecretName(path.at(-1) ?? '') || isPlace(path);
}

/** The places whose text was changed because it has a secret: an operator's edit of one cannot be run. */
function changedPlaces(before: Json, after: Json, place: string): string[] {
  if (before === after) return [];
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null) return [place];
  return Object.keys(before).flatMap((name) =>
    changedPlaces(
      Reflect.get(before, name) as Json,
      Reflect.get(after, name) as Json,
      `${place}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    ),
  );
}

/** Identifies a call by its arguments if the harness gives it no id. */
export const callKey = ({ callId, tool, input }: HookEvent): string => callId ?? `${tool} ${canonicalJson(input)}`;

/** The hash of each argument, to compare what ran with what was permitted. */
export const hashesOf = (input: JsonObject): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, digest(canonicalJson(value))]));
