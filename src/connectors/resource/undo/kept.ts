/**
 * The state of one resource that an undo replaced: its stored form, and its conversion into a record that can be undone
 * in turn.
 */
import { Captured } from '../../captured.js';
import type { JsonObject, Kept } from '../../connector.js';
import type { Touched } from '../items.js';
import type { Identified } from '../requests/identity.js';
import type { Address, Reading } from '../resource.js';
import { NOT_OVERTAKEN } from './replaced.js';

export interface ReplacedItem {
  readonly address: Address;
  /** The state that the undo found, as far as it changed it; null when there was none. */
  readonly before: Reading | null;
  /** The state that the undo left; null when it left none. */
  readonly after: JsonObject | null;
}

interface Content extends ReplacedItem {
  /** The place that the credential reached. */
  readonly place: string;
  /** The provider's own identity of that place; former versions left it out. */
  readonly identities?: readonly Identified[];
}

export const toReplacedContent = (content: Content): JsonObject => JSON.parse(JSON.stringify(content));

/** Null for content that this connector did not write. */
function readContent(content: JsonObject): Content | null {
  const { place, identities, address, before, after } = content;
  const isOurs =
    typeof place === 'string' &&
    (identities === undefined || Array.isArray(identities)) &&
    isObject(address) &&
    (before === null || isObject(before)) &&
    after !== undefined;
  return isOurs ? (content as unknown as Content) : null;
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

export interface KeptRecord {
  readonly place: string;
  readonly identities: readonly Identified[];
  readonly items: readonly Touched[];
}

/**
 * The undo as a record: `before` is the state that it found, `after` the state that it left. Null when the stored
 * content is not readable.
 */
export function recordOfKept(kept: Kept): KeptRecord | null {
  const contents = Captured.replaced(kept).map((one) => one.as(readContent));
  const [first] = contents;
  if (!first || contents.includes(null)) return null;
  const items = contents.flatMap((content): Touched[] => {
    if (content === null) return [];
    const { address, before, after } = content.value;
    const captured = before === null ? null : (content.at('before') as Captured<Reading>).at('fields');
    return [
      {
        address,
        before,
        // The undo did not change the fields that were kept only because a write needs them.
        after: after && { ...before?.fields, ...after },
        named: [],
        isCaptured: true,
        isLeftOut: false,
        duplicates: [],
        overtaking: NOT_OVERTAKEN,
        captured,
      },
    ];
  });
  const { place, identities = [] } = first.value;
  return { place, identities, items };
}
