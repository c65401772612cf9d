export interface StrictJsonLimits {
  /** Arrays and objects inside each other; a scalar has depth 0. */
  readonly maxDepth: number;
  /** Members of all objects together. */
  readonly maxKeys: number;
}

export type StrictJsonErrorCode =
  | 'malformed'
  | 'duplicate-key'
  | 'too-deep'
  | 'too-many-keys'
  | 'nul'
  | 'lone-surrogate'
  | 'inexact-number';

/** `pointer` (RFC 6901, long names shortened) leads to the fault; it is empty for the text as a whole. */
export class StrictJsonError extends Error {
  override readonly name = 'StrictJsonError';

  constructor(
    readonly code: StrictJsonErrorCode,
    readonly pointer: string,
    message: string,
  ) {
    super(message);
  }
}

const DEFAULT_LIMITS: StrictJsonLimits = { maxDepth: 32, maxKeys: 10_000 };

/**
 * `JSON.parse` for texts that mean exactly one thing and survive being stored: no duplicate keys, no NUL, no lone
 * surrogates, no number that would be written back as another one, nothing deeper or larger than the limits.
 *
 * @throws StrictJsonError
 */
export function parseStrictJson(text: string, limits: Partial<StrictJsonLimits> = {}): unknown {
  const value = parse(text);
  new Scan(text, { ...DEFAULT_LIMITS, ...limits }).run();
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (text.includes('\0')) throw new StrictJsonError('nul', '', 'A NUL character is not allowed.');
    // The engine's own message quotes the text, which may hold secrets.
    const position = error instanceof Error ? /at position (\d+)/.exec(error.message)?.[1] : undefined;
    const where = position === undefined ? '' : `; it goes wrong at character ${Number(position) + 1}`;
    throw new StrictJsonError('malformed', '', `This is not valid JSON${where}.`);
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const LOWER_E = 0x65;
const LOWER_U = 0x75;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Comparing this many names one by one is faster than hashing them. */
const FEW_NAMES = 12;
const SHOWN_LENGTH = 64;

/** A decimal of so many digits always survives a double, except among the smallest values, which hold fewer. */
const SAFE_DIGITS = 15;
const SAFE_MAGNITUDE = 1e-307;

/** An array or object being read, and where in it. */
class Frame {
  name = '';
  index = 0;
  private firstNames: string[] | null = null;
  private allNames: Set<string> | null = null;

  constructor(readonly isObject: boolean) {}

  /** Returns false when the name was there before. */
  enter(name: string): boolean {
    this.name = name;
    if (this.allNames !== null) return this.allNames.size < this.allNames.add(name).size;
    this.firstNames ??= [];
    for (const known of this.firstNames) if (known === name) return false;
    if (this.firstNames.push(name) === FEW_NAMES) this.allNames = new Set(this.firstNames);
    return true;
  }
}

/**
 * Makes one pass over a text known to be valid JSON, so that it only has to look for what JSON allows and we do not.
 */
class Scan {
  private readonly frames: Frame[] = [];
  private readonly hasEscapes: boolean;
  private keys = 0;

  constructor(
    private readonly text: string,
    private readonly limits: StrictJsonLimits,
  ) {
    this.hasEscapes = text.includes('\\');
  }

  run(): void {
    const { text, frames } = this;
    let frame: Frame | undefined;
    let expectsName = false;
    for (let at = 0; at < text.length; ) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        const end = this.endOfString(at, expectsName);
        if (expectsName && frame !== undefined) this.enterMember(frame, at, end);
        expectsName = false;
        at = end;
      } else if (code === MINUS || isDigit(code)) {
        at = this.endOfNumber(at);
      } else {
        at += 1;
        if (code === COMMA && frame !== undefined) {
          frame.index += 1;
          expectsName = frame.isObject;
        } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
          if (frames.length === this.limits.maxDepth) {
            throw this.refusal('too-deep', `Nesting deeper than ${this.limits.maxDepth} is not allowed`);
          }
          expectsName = code === OPEN_BRACE;
          frame = new Frame(expectsName);
          frames.push(frame);
        } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
          frames.pop();
          frame = frames[frames.length - 1];
          expectsName = false;
        }
      }
    }
  }

  private enterMember(frame: Frame, start: number, end: number): void {
    const { maxKeys } = this.limits;
    this.keys += 1;
    if (this.keys > maxKeys) throw this.refusal('too-many-keys', `More than ${maxKeys} keys are not allowed`, []);
    const raw = this.text.slice(start + 1, end - 1);
    const name = this.hasEscapes && raw.includes('\\') ? String(JSON.parse(`"${raw}"`)) : raw;
    if (!frame.enter(name)) throw this.refusal('duplicate-key', 'The same key appears twice');
  }

  /** Scans from the opening quote; returns the index after the closing one. */
  private endOfString(start: number, isName: boolean): number {
    const { text } = this;
    for (let at = start + 1; ; at += 1) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) return at + 1;
      if (code === BACKSLASH) {
        at += 1;
        if (text.charCodeAt(at) === LOWER_U) at = this.endOfEscape(at - 1, isName);
      } else if (isSurrogate(code)) {
        at += 1;
        if (!isPair(code, text.charCodeAt(at))) throw this.badString('lone-surrogate', isName);
      }
    }
  }

  /**
   * Scans from the backslash of a `\uXXXX`; returns the index of its last digit, or of the last digit of the pair it
   * begins.
   */
  private endOfEscape(start: number, isName: boolean): number {
    const code = this.escapedUnit(start);
    if (code === 0) throw this.badString('nul', isName);
    if (!isSurrogate(code)) return start + 5;
    if (!isPair(code, this.escapedUnit(start + 6))) throw this.badString('lone-surrogate', isName);
    return start + 11;
  }

  private escapedUnit(start: number): number {
    const { text } = this;
    const isEscape = text.charCodeAt(start) === BACKSLASH && text.charCodeAt(start + 1) === LOWER_U;
    return isEscape ? Number.parseInt(text.slice(start + 2, start + 6), 16) : Number.NaN;
  }

  private badString(code: 'nul' | 'lone-surrogate', isName: boolean): StrictJsonError {
    const what = code === 'nul' ? 'A NUL character' : 'Half of a surrogate pair';
    const holder = isName ? this.frames.slice(0, -1) : this.frames;
    return this.refusal(code, `${what} is not allowed in a ${isName ? 'key' : 'string'}`, holder);
  }

  private endOfNumber(start: number): number {
    const { text } = this;
    let at = start + 1;
    for (let code = text.charCodeAt(at); isDigit(code) || code === POINT; code = text.charCodeAt(at)) at += 1;
    const mantissaLength = at - start;
    const hasExponent = (text.charCodeAt(at) | 0x20) === LOWER_E;
    if (hasExponent) {
      at += 2;
      while (isDigit(text.charCodeAt(at))) at += 1;
    }
    const isShort = mantissaLength <= SAFE_DIGITS;
    if ((isShort && !hasExponent) || isKept(text.slice(start, at), isShort)) return at;
    const number = shortened(text.slice(start, at));
    throw this.refusal('inexact-number', `${number} would be kept as a different number; send it as a string`);
  }

  private refusal(code: StrictJsonErrorCode, message: string, frames: readonly Frame[] = this.frames): StrictJsonError {
    const pointer = pointerTo(frames);
    return new StrictJsonError(code, pointer, pointer === '' ? `${message}.` : `${message} (at ${pointer}).`);
  }
}

/** True when reading the number as a double and writing it again gives the same decimal value. */
function isKept(token: string, isShort: boolean): boolean {
  const value = Number(token);
  if (!Number.isFinite(value)) return false;
  if (isShort && Math.abs(value) >= SAFE_MAGNITUDE) return true;
  const written = String(value);
  return written === token || canonical(written) === canonical(token);
}

/** The significant digits and their power of ten; the same for every way of writing a magnitude. */
function canonical(token: string): string {
  const exponentAt = Math.max(token.indexOf('e'), token.indexOf('E'));
  const mantissa = exponentAt === -1 ? token : token.slice(0, exponentAt);
  const exponent = exponentAt === -1 ? 0 : Number(token.slice(exponentAt + 1));
  const pointAt = mantissa.indexOf('.');
  const fractionDigits = pointAt === -1 ? 0 : mantissa.length - pointAt - 1;
  const digits = pointAt === -1 ? mantissa : mantissa.slice(0, pointAt) + mantissa.slice(pointAt + 1);
  let first = 0;
  while (digits[first] === '0' || digits[first] === '-') first += 1;
  if (first === digits.length) return '0';
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return `${digits.slice(first, end)}e${exponent - fractionDigits + digits.length - end}`;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}

function isPair(high: number, low: number): boolean {
  return high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff;
}

function pointerTo(frames: readonly Frame[]): string {
  return frames
    .map(({ isObject, name, index }) =>
      isObject ? shortened(name).replaceAll('~', '~0').replaceAll('/', '~1') : index,
    )
    .map((step) => `/${step}`)
    .join('');
}

function shortened(text: string): string {
  return text.length <= SHOWN_LENGTH ? text : `${text.slice(0, SHOWN_LENGTH).replace(/\p{Surrogate}$/u, '')}…`;
}
