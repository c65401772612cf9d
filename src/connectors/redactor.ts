import { cutText } from '../platform/cut-text.js';
import type { CredentialField, Json, Secrets } from './connector.js';

/** A shorter one is part of too many words, and one of letters alone is a word. */
const isTooShort = (secret: string) => secret.length < 3 || (secret.length === 3 && /^\p{L}+$/u.test(secret));
/** A shorter secret is looked for only as a separate word, in its plain form. */
const SHORTEST_ANYWHERE = 8;
/**
 * A text as long as a token is neither a word that a resource holds by chance, nor one that an agent finds by writing
 * guesses into a resource and testing whether it is captured.
 */
const LEAST_OF_TOKEN = 20;
const MOST_CHARACTERS = 1_000;
const MOST_SCANNED = 100_000;

/** Removes the secrets of a credential from the answers of the provider that received them. */
export class Redactor implements Secrets {
  readonly publicPart: Readonly<Record<string, string>>;
  private readonly forms: string[] = [];
  private readonly words: string[] = [];
  /** The patterns of the tokens and of the forms of the secrets. */
  private patterns: readonly RegExp[] | null = null;

  constructor(fields: readonly CredentialField[], credentials: Readonly<Record<string, string>>) {
    this.publicPart = publicPartOf(fields, credentials);
    for (const secret of secretsOf(fields, credentials)) this.note(secret);
  }

  note(secret: string): void {
    if (isTooShort(secret)) return;
    this.patterns = null;
    if (secret.length < SHORTEST_ANYWHERE) {
      this.words.push(secret);
      return;
    }
    this.forms.push(...formsOf(secret));
    // A longer form is replaced first, so that nothing remains of it.
    this.forms.sort((a, b) => b.length - a.length);
  }

  /** Cut only after it was redacted: half a secret is none that is found. */
  redact(text: string): string {
    const [longest = ''] = this.forms;
    const found = this.without(text.slice(0, MOST_SCANNED));
    const whole = text.length > MOST_SCANNED ? found.slice(0, Math.max(0, found.length - longest.length)) : found;
    return cutText(whole, MOST_CHARACTERS);
  }

  /** Also accepts the answer of a provider, which may hold bytes. */
  hasToken(state: unknown): boolean {
    return holds(
      state,
      this.forms.filter(({ length }) => length >= LEAST_OF_TOKEN),
    );
  }

  /** The error without secrets; it keeps its class, which carries its meaning. */
  cleaned(thrown: unknown): unknown {
    if (typeof thrown === 'string') return this.redact(thrown);
    for (let one = thrown, depth = 0; one instanceof Error && depth < 10; one = one.cause, depth++) {
      const { message, stack = '', cause } = one;
      Object.defineProperty(one, 'message', { value: this.redact(message), configurable: true, writable: true });
      Object.defineProperty(one, 'stack', { value: this.without(stack), configurable: true, writable: true });
      if (cause !== undefined && !(cause instanceof Error)) one.cause = this.redact(String(cause));
    }
    return thrown;
  }

  without(text: string): string {
    this.patterns ??= [anywhere(this.forms), asWords(this.words)].filter((one) => one !== null);
    return this.patterns.reduce((rest, pattern) => rest.replaceAll(pattern, '…'), text);
  }

  /** The state in the form for operators, which is not stored: shorter secrets are removed here too. */
  redactForDisplay<T>(state: T): T {
    return holds(state, [...this.forms, ...this.words]) ? (this.everyTextOf(state as Json) as T) : state;
  }

  /** Bytes without a secret stay unchanged, because not all bytes are text. */
  private bytesWithout(bytes: Uint8Array): Uint8Array {
    const text = new TextDecoder().decode(bytes);
    const rest = this.without(text);
    return rest === text ? bytes : new TextEncoder().encode(rest);
  }

  private everyTextOf(state: Json): Json {
    if (typeof state === 'string') return this.without(state);
    if (Array.isArray(state)) return state.map((one) => this.everyTextOf(one));
    if (isBytes(state)) return this.bytesWithout(state) as unknown as Json;
    if (typeof state !== 'object' || state === null) return state;
    return Object.fromEntries(
      Object.entries(state).map(([name, value]) => [this.without(name), this.everyTextOf(value)]),
    );
  }
}

function holds(state: unknown, texts: readonly string[]): boolean {
  if (texts.length === 0) return false;
  const words: string[] = [];
  const bytes: Uint8Array[] = [];
  // The loop avoids recursion, because the answer of a provider may be nested deeply.
  for (const left = [state]; left.length > 0; ) {
    const one = left.pop();
    if (typeof one === 'string') words.push(one);
    else if (one instanceof Uint8Array) bytes.push(one);
    else if (Array.isArray(one)) for (const value of one) left.push(value);
    else if (typeof one === 'object' && one !== null) {
      for (const [name, value] of Object.entries(one)) {
        words.push(name);
        left.push(value);
      }
    }
  }
  // Bytes are searched many times as fast as texts.
  const all = [
    Buffer.from(words.join('\n')),
    ...bytes.map((one) => Buffer.from(one.buffer, one.byteOffset, one.length)),
  ];
  return all.some((one) => texts.some((text) => one.includes(text)));
}

const isBytes = (state: unknown): state is Uint8Array => state instanceof Uint8Array;

const anywhere = (forms: readonly string[]) =>
  forms.length === 0 ? null : new RegExp(forms.map(literal).join('|'), 'gi');

const asWords = (words: readonly string[]) =>
  words.length === 0
    ? null
    : new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.map(literal).join('|')})(?![\\p{L}\\p{N}])`, 'gu');

const literal = (form: string) => form.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

function publicPartOf(fields: readonly CredentialField[], credentials: Readonly<Record<string, string>>) {
  const parts = fields.flatMap(({ name, isPublic, publicPart }) => {
    const value = credentials[name];
    const part = isPublic ? value : value && publicPart?.(value);
    return part === undefined ? [] : [[name, part]];
  });
  return Object.fromEntries(parts) as Record<string, string>;
}

/** Every value of a field that is not declared readable, and the secret part of a URL or a header. */
function secretsOf(fields: readonly CredentialField[], credentials: Readonly<Record<string, string>>): string[] {
  const known = new Map(fields.map((field) => [field.name, field]));
  const values = Object.entries(credentials).flatMap(([name, value]) => {
    const { isPublic = false, secretsIn } = known.get(name) ?? {};
    if (isPublic) return [];
    return secretsIn ? secretsIn(value) : [value];
  });
  return values.flatMap((value) => [value, ...(URL.canParse(value) ? inUrl(new URL(value)) : inHeader(value))]);
}

const inUrl = ({ password, searchParams }: URL) => [
  password,
  decoded(password),
  // Most say nothing secret: `sslmode=disable`.
  ...[...searchParams.values()].filter(({ length }) => length >= SHORTEST_ANYWHERE),
];

/** `Bearer <token>`, `Basic <base64 of user:password>`. */
function inHeader(value: string): string[] {
  const [scheme = '', ...rest] = value.split(/\s+/);
  if (rest.length === 0) return [];
  const pair = /^basic$/i.test(scheme) ? Buffer.from(rest.join(''), 'base64').toString() : '';
  return [...rest, pair, pair.slice(pair.indexOf(':') + 1)];
}

/** The forms in which a text is written as part of a URL, of JSON, HTML or base64. */
function formsOf(secret: string): string[] {
  const escaped = encodeURIComponent(secret);
  const plain = [
    secret,
    escaped,
    escaped.replaceAll('%20', '+'),
    escaped.replace(/%[0-9A-F]{2}/g, (one) => one.toLowerCase()),
    JSON.stringify(secret).slice(1, -1),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  ];
  const hex = Buffer.from(secret).toString('hex');
  const base64 = [0, 1, 2].map((shift) => inBase64(secret, shift));
  const urlSafe = base64.map((one) => one.replaceAll('+', '-').replaceAll('/', '_'));
  return [...new Set([...plain, hex, hex.toUpperCase(), ...base64, ...urlSafe])].filter(
    ({ length }) => length >= SHORTEST_ANYWHERE,
  );
}

/**
 * The part of the base64 form that does not depend on the text around the secret, `shift` bytes after a multiple of
 * three.
 */
function inBase64(secret: string, shift: number): string {
  const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(secret)]);
  const text = bytes.toString('base64').replace(/=+$/, '');
  return text.slice(shift === 0 ? 0 : shift + 1, bytes.length % 3 === 0 ? undefined : -1);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
