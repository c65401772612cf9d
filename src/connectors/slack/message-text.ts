import type { Json } from '../connector.js';
import { objectOf } from '../resource/response.js';

/**
 * Normalizes a text, because Slack rewrites it: it escapes `&`, `<` and `>`, makes links of addresses, and names of
 * emoji. Two texts with the same normal form are one message.
 */
export function normalizedText(text: Json | undefined): string {
  return String(text ?? '')
    .replaceAll(/<([^<>|]+)(?:\|([^<>]*))?>/g, (_, target: string, shown?: string) => shown ?? target)
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/:[a-z0-9_+'-]+:/g, '')
    .replaceAll(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{FE0F}|\u{200D}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** True when Slack answers a text, blocks or attachments in this form. Slack itself makes a block of a text alone. */
export function sameText(sent: Json, answered: Json): boolean {
  if (typeof sent === 'string') return normalizedText(sent) === normalizedText(answered);
  return visibleText(sent) === visibleText(answered) || (isEmpty(sent) && layoutOf(answered).length === 0);
}

const isEmpty = (list: Json) => Array.isArray(list) && list.length === 0;

/** The kinds of blocks that Slack makes of no text. */
export function layoutOf(blocks: Json | undefined): Json[] {
  const kinds = Array.isArray(blocks) ? blocks.map((block) => objectOf(block).type ?? '') : [];
  return kinds.filter((kind) => kind !== 'rich_text');
}

/** All that blocks show as text, in order; Slack gives them ids and defaults of its own. */
export function visibleText(blocks: Json | undefined): string {
  return normalizedText(textsOf(blocks).join(' '));
}

function textsOf(part: Json | undefined): string[] {
  if (Array.isArray(part)) return part.flatMap(textsOf);
  if (typeof part !== 'object' || part === null) return [];
  const own = typeof part.text === 'string' ? [part.text] : [];
  return [...own, ...Object.values(part).flatMap(textsOf)];
}
