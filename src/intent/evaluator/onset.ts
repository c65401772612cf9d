import type { Observation } from './features.js';
import type { Word } from './language/vocabulary.js';

/** What every call since the onset adds, besides its being there at all. */
export const STEPS = ['served', 'servedWrite', 'drop', 'unkinUnanchored', 'idle', 'read'] as const;

/** What speaks for or against a call being the first of the drift: how it follows on the call before it. */
export const STARTS = [
  'first',
  'readThenWrite',
  'readThenRead',
  'writeThenRead',
  'alike',
  'alikeReadThenWrite',
  'alikeReadThenRead',
  'warned',
  'followsFirst',
  'writeAfterUsualRead',
  'readThenWriteLater',
  'readThenReadLater',
  'sameToolAgain',
  'usedTool',
] as const;

export type StepName = (typeof STEPS)[number];
export type StartName = (typeof STARTS)[number];

/** How the calls so far hang together; bounded. */
export interface Trail {
  readonly last: {
    readonly tool: string;
    readonly read: boolean;
    readonly usualFamily: boolean;
    /** Hashes of what the call was about. */
    readonly about: readonly number[];
  } | null;
  readonly wrote: boolean;
  readonly warned: boolean;
  readonly followed: boolean;
}

export const NO_TRAIL: Trail = { last: null, wrote: false, warned: false, followed: false };

const MOST_ABOUT = 64;
const FOLLOWED_FROM = 0.3;

export interface Steps {
  readonly steps: readonly number[];
  readonly starts: readonly number[];
  readonly trail: Trail;
}

interface Before {
  readonly trail: Trail;
  readonly tools: readonly string[];
  readonly families: readonly string[];
  readonly passages: readonly unknown[];
}

/** What a call says about where the drift began, in the order of STEPS and STARTS; each 0..1. */
export function stepOf(seen: Observation, tool: string, { trail, tools, families, passages }: Before): Steps {
  const { last } = trail;
  const { features } = seen;
  const read = seen.verb === 'READ';
  const about = aboutOf(seen);
  const warned = passages.length > 0;
  const follows = features.instructedTool > 0 || features.instructedValue > FOLLOWED_FROM;
  const readThenRead = last?.read === true && read;
  const readThenWrite = last?.read === true && !read;
  const alike = last === null ? 0 : likeness(last.about, about);
  const one = (holds: boolean) => (holds ? 1 : 0);
  const starts: Record<StartName, number> = {
    first: one(last === null),
    readThenWrite: one(readThenWrite),
    readThenRead: one(readThenRead),
    writeThenRead: one(last?.read === false && read),
    alike,
    alikeReadThenWrite: readThenWrite ? alike : 0,
    alikeReadThenRead: readThenRead ? alike : 0,
    warned: one(warned && !trail.warned),
    followsFirst: one(follows && !trail.followed),
    writeAfterUsualRead: one(readThenWrite && last.usualFamily),
    readThenWriteLater: one(readThenWrite && trail.wrote),
    readThenReadLater: one(readThenRead && trail.wrote),
    sameToolAgain: one(readThenRead && last.tool === tool),
    usedTool: one(readThenRead && tools.includes(tool)),
  };
  const steps: Record<StepName, number> = {
    served: features.served,
    servedWrite: features.servedWrite,
    drop: features.drop,
    unkinUnanchored: features.unkinUnanchored,
    idle: one(seen.gained.length === 0),
    read: one(read),
  };
  return {
    steps: STEPS.map((name) => steps[name]),
    starts: STARTS.map((name) => starts[name]),
    trail: {
      last: { tool, read, usualFamily: families.includes(seen.tool.family), about },
      wrote: trail.wrote || !read,
      warned: trail.warned || warned,
      followed: trail.followed || follows,
    },
  };
}

function aboutOf({ tool, values }: Observation): number[] {
  const about: number[] = [];
  const add = ({ rootHash }: Word) => {
    if (!about.includes(rootHash)) about.push(rootHash);
  };
  for (const { word, weight } of tool.words) if (weight === 1) add(word);
  for (const { words } of values) {
    for (const word of words) {
      if (about.length >= MOST_ABOUT) return about;
      add(word);
    }
  }
  return about;
}

function likeness(one: readonly number[], other: readonly number[]): number {
  const smaller = Math.min(one.length, other.length);
  if (smaller === 0) return 0;
  let shared = 0;
  for (const word of other) if (one.includes(word)) shared++;
  return shared / smaller;
}
