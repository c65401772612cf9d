import { ApprovedPayloadError } from '../../errors.js';
import { isObject, type Json } from '../../json.js';
import { canonicalJson } from '../../wire/canonical-json.js';
import { bytesFrom, isPlain, placeIn, REDACTED, type Recorded } from './recorded.js';

/**
 * Applies an approver's edit to a recorded value, with the caller's own values wherever nothing was edited.
 * @throws ApprovedPayloadError when the edit changes a place that was recorded as a digest or redacted
 */
export function rebuild(original: unknown, { json, places }: Recorded, approved: Json): unknown {
  return at('', original, json, approved);

  function at(place: string, own: unknown, asked: Json, edited: Json): unknown {
    if (canonicalJson(asked) === canonicalJson(edited)) return own;
    const decoder = places.get(place);
    if (decoder === null) throw fixed(place);
    if (decoder) return decode(decoder, edited, place);
    if (Array.isArray(asked) && Array.isArray(edited) && Array.isArray(own)) {
      for (let index = edited.length; index < asked.length; index += 1) refuseRemoval(placeIn(place, index));
      return edited.map((item, index) => {
        const before = asked[index];
        return before === undefined ? fresh(item, place) : at(placeIn(place, index), own[index], before, item);
      });
    }
    if (isObject(asked) && isObject(edited) && isPlain(own as object)) {
      for (const name of Object.keys(asked)) if (!Object.hasOwn(edited, name)) refuseRemoval(placeIn(place, name));
      const members = Object.entries(edited).map(([name, member]): [string, unknown] => {
        const before = Object.hasOwn(asked, name) ? asked[name] : undefined;
        const inner = placeIn(place, name);
        return [
          name,
          before === undefined ? fresh(member, inner) : at(inner, Reflect.get(own as object, name), before, member),
        ];
      });
      return Object.fromEntries(members);
    }
    refuseRemoval(place);
    return fresh(edited, place);
  }

  function refuseRemoval(place: string): void {
    for (const [known, decoder] of places) {
      if (decoder === null && (known === place || known.startsWith(`${place}/`))) throw fixed(known);
    }
  }
}

/** Returns a value that an approver wrote, which may not refer to values that only the caller has. */
function fresh(value: Json, place: string): unknown {
  if (value === REDACTED) throw fixed(place);
  if (Array.isArray(value)) return value.map((item, index) => fresh(item, placeIn(place, index)));
  if (!isObject(value)) return value;
  if (Object.hasOwn(value, '$sha256')) throw fixed(place);
  if (typeof value.$base64 === 'string' && Object.keys(value).length === 1) return bytesFrom(value);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fresh(member, placeIn(place, name))]));
}

function decode(decoder: (edited: Json) => unknown, edited: Json, place: string): unknown {
  try {
    const value = decoder(edited);
    if (value !== null && value !== undefined) return value;
  } catch {}
  throw new ApprovedPayloadError(`what it says at ${place} is not of the kind that the call had there.`);
}

function fixed(place: string): ApprovedPayloadError {
  return new ApprovedPayloadError(
    `it differs at ${place || '/'}, of which the service holds no more than a digest or a name.`,
  );
}
