import type { FieldChange, JsonObject } from '../../connector.js';
import { readSnapshot } from '../capture/snapshot.js';
import { type NameLabel, namesOf } from '../table/names.js';
import { changesOf } from './changes.js';
import { onlyReads } from './effect.js';
import { partsOf } from './parts.js';
import { tryRecordedCall } from './recorded-call.js';

/** Describes the changes row by row and column by column, without unchanged values. Null when they are unknown. */
export function describeChange(
  label: NameLabel,
  { apiName, payload }: { apiName: string; payload: JsonObject },
  content: JsonObject,
): FieldChange[] | null {
  if (onlyReads({ apiName, snapshot: content })) return [];
  const whole = readSnapshot(content);
  if (whole === null) return null;
  const changes: FieldChange[] = [];
  for (const snapshot of partsOf(whole)) {
    const call = tryRecordedCall(apiName, payload, snapshot);
    if (typeof call === 'string') return null;
    changes.push(...changesOf(call, snapshot.rows, namesOf(label, snapshot), snapshot.query?.after));
  }
  return changes;
}
