/**
 * Finds values of well-known kinds in a text: card numbers, keys of known forms and e-mail addresses, in any script and
 * with blanks or dashes between their parts. The time grows with the length of the text alone.
 */

/** The kinds that an organization may choose, by the names that replace the values. */
export const KINDS = ['card-number', 'key', 'email'] as const;

export type Kind = (typeof KINDS)[number];

/** A part of a text that is replaced. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly rule: string;
}

/** A text as a lenient reader takes it, with the place of each character in the original. */
interface Folded {
  readonly text: string;
  readonly at: readonly number[] | null;
  readonly length: number;
}

/** @returns the places in their order; none of them overlap */
export function findKinds(text: string, kinds: readonly Kind[]): Span[] {
  if (kinds.length === 0 || text.length < SHORTEST) return [];
  const folded = fold(text);
  const found = kinds.flatMap((kind) =>
    FINDERS[kind](folded.text).map((span) => ({ ...placed(folded, span), rule: kind })),
  );
  return found.length < 2 ? found : apart(found);
}

/** Sorts spans and leaves out those that overlap an earlier one, whose end then covers both. */
export function apart(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last && span.start < last.end) result[result.length - 1] = { ...last, end: Math.max(last.end, span.end) };
    else result.push(span);
  }
  return result;
}

type Found = Pick<Span, 'start' | 'end'>;

/** `a@b.cc` */
const SHORTEST = 6;

const FINDERS: Readonly<Record<Kind, (text: string) => Found[]>> = {
  'card-number': cardNumbersIn,
  key: keysIn,
  email: emailsIn,
};

const placed = ({ at, length }: Folded, { start, end }: Found): Found =>
  at === null ? { start, end } : { start: at[start] ?? 0, end: at[end] ?? length };

const NOT_SEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Mn}\p{Me}]/u;
const DIGIT = /\p{Nd}/u;

/** Decimal digits of every script become ASCII, as do full-width letters; characters that show as nothing are left out. */
function fold(text: string): Folded {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is the range of ASCII
  if (/^[\x00-\x7f]*$/.test(text)) return { text, at: null, length: text.length };
  const at: number[] = [];
  let folded = '';
  let place = 0;
  for (const char of text) {
    const plain = char <= '\x7f' ? char : plainOf(char);
    for (let index = 0; index < plain.length; index += 1) at.push(place);
    folded += plain;
    place += char.length;
  }
  return { text: folded, at, length: text.length };
}

function plainOf(char: string): string {
  if (NOT_SEEN.test(char)) return '';
  const plain = char.normalize('NFKC');
  if (plain.length === 1 && plain <= '\x7f') return plain;
  return DIGIT.test(char) ? String(digitOf(char)) : char;
}

/** The digits of each script are ten characters in a row, of which the first one is zero. */
function digitOf(char: string): number {
  const code = char.codePointAt(0) ?? 0;
  let before = 0;
  while (before < 9 && DIGIT.test(String.fromCodePoint(code - before - 1))) before += 1;
  return before;
}

/** The numbers of digits that cards of a network have, by the first digits of their numbers. */
const NETWORKS: readonly { readonly begins: RegExp; readonly lengths: readonly number[] }[] = [
  { begins: /^4/, lengths: [13, 16, 19] },
  { begins: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { begins: /^3[47]/, lengths: [15] },
  { begins: /^(?:30[0-5]|3[689])/, lengths: [14, 16] },
  { begins: /^35(?:2[89]|[3-8])/, lengths: [16, 19] },
  { begins: /^(?:6011|64[4-9]|65|62|60|81)/, lengths: [16, 17, 18, 19] },
  { begins: /^(?:50|5[6-8]|6[0-9])/, lengths: [16, 18, 19] },
];

const FEWEST_DIGITS = 13;
/** Fewer digits than these stand in groups of any size in other numbers too, as in those of telephones. */
const FEWEST_IN_ANY_GROUPS = 15;
const MOST_BETWEEN_DIGITS = 3;
const BETWEEN_DIGITS = /[\s\p{Pd}_.\u2212\u00b7]/u;

/** Digits with little but blanks and dashes between them. */
interface Run {
  digits: string;
  /** The position of each digit. */
  readonly at: number[];
  /** The digits before which something stands. */
  readonly begins: Set<number>;
}

function cardNumbersIn(text: string): Found[] {
  const found: Found[] = [];
  let run: Run | null = null;
  let between = 0;
  const end = () => {
    if (run && run.digits.length >= FEWEST_DIGITS) found.push(...cardNumbersOf(run));
    run = null;
  };
  for (let place = 0; place < text.length; place += 1) {
    const char = text[place] as string;
    if (char >= '0' && char <= '9') {
      run ??= { digits: '', at: [], begins: new Set([0]) };
      if (between > 0) run.begins.add(run.digits.length);
      run.digits += char;
      run.at.push(place);
      between = 0;
    } else if (run && BETWEEN_DIGITS.test(char) && between < MOST_BETWEEN_DIGITS) between += 1;
    else {
      end();
      between = 0;
    }
  }
  end();
  return found;
}

/** A card number begins and ends where a group of digits does: a part of a longer number is none. */
function cardNumbersOf({ digits, at, begins }: Run): Found[] {
  const found: Found[] = [];
  const isEdge = (index: number) => index === digits.length || begins.has(index);
  for (const begin of begins) {
    const last = found.at(-1);
    if (last && (at[begin] ?? 0) < last.end) continue;
    const lengths = NETWORKS.find((network) => network.begins.test(digits.slice(begin, begin + 4)))?.lengths ?? [];
    const length = lengths.findLast((wanted) => {
      const end = begin + wanted;
      if (end > digits.length || !isEdge(end) || !hasCheckDigit(digits.slice(begin, end))) return false;
      return wanted >= FEWEST_IN_ANY_GROUPS || groupsIn(begins, begin, end) <= 3;
    });
    if (length !== undefined) found.push({ start: at[begin] ?? 0, end: (at[begin + length - 1] ?? 0) + 1 });
  }
  return found;
}

function groupsIn(begins: ReadonlySet<number>, begin: number, end: number): number {
  let groups = 0;
  for (let index = begin; index < end; index += 1) if (begins.has(index)) groups += 1;
  return groups;
}

/** ISO/IEC 7812-1, annex B; a number of one digit alone is none. */
function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 0x30;
    sum += index % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0 && digits !== digits.slice(0, 1).repeat(digits.length);
}

/** Each of them reads a character a bounded number of times. */
const KEYS = new RegExp(
  [
    /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----|$)/,
    /(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}/,
    /bks_(?:live|test|op)_[0-9a-f]{32,}/,
    /gh[pousr]_[A-Za-z0-9]{30,}/,
    /github_pat_[A-Za-z0-9_]{30,}/,
    /glpat-[A-Za-z0-9_-]{20,}/,
    /xox[abceoprs]-[A-Za-z0-9-]{10,}/,
    /xapp-[A-Za-z0-9-]{10,}/,
    /hooks\.slack\.com\/services\/[A-Za-z0-9/]{20,}/,
    /whsec_[A-Za-z0-9+/=]{16,}/,
    /npm_[A-Za-z0-9]{36,}/,
    /hf_[A-Za-z0-9]{30,}/,
    /shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32,}/,
    /dop_v1_[0-9a-f]{64}/,
    /pypi-[A-Za-z0-9_-]{50,}/,
    /AIza[A-Za-z0-9_-]{35}/,
    /ya29\.[A-Za-z0-9_-]{20,}/,
    /SG\.[A-Za-z0-9_-]{16,40}\.[A-Za-z0-9_-]{16,}/,
    /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/,
    /(?<![A-Za-z0-9_-])sk-[A-Za-z0-9_-]{20,}/,
    /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/,
    /(?<![A-Za-z])[Bb]earer [A-Za-z0-9._~+/-]{16,}=*/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

function keysIn(text: string): Found[] {
  return Array.from(text.matchAll(KEYS), ({ index, 0: key }) => ({ start: index, end: index + key.length }));
}

const BEFORE_AT = /[\p{L}\p{N}.!#$&'*+/=?^_`{|}~-]/u;
const AFTER_AT = /[\p{L}\p{N}.-]/u;
const MOST_BEFORE_AT = 64;
const MOST_AFTER_AT = 255;
const DOMAIN = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/u;

function emailsIn(text: string): Found[] {
  const found: Found[] = [];
  for (const { index, 0: sign } of text.matchAll(/@|%40/g)) {
    const after = index + sign.length;
    let end = after;
    while (end < text.length && end - after < MOST_AFTER_AT && AFTER_AT.test(text[end] as string)) end += 1;
    const domain = DOMAIN.exec(text.slice(after, end))?.[0];
    let start = index;
    while (start > 0 && index - start < MOST_BEFORE_AT && BEFORE_AT.test(text[start - 1] as string)) start -= 1;
    if (domain !== undefined && start < index) found.push({ start, end: after + domain.length });
  }
  return found;
}
