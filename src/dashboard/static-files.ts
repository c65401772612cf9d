/** The forms in which a file is kept; the smaller ones are made when the dashboard is built. */
export type Packed = 'br' | 'gzip';
export type Coding = Packed | 'identity';

/** The best first. */
const COMPRESSED = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  ico: 'image/x-icon',
  woff: 'font/woff',
  woff2: 'font/woff2',
  wasm: 'application/wasm',
};

const UNKNOWN_TYPE = 'application/octet-stream';

/** The media types of the files. */
export const FILE_TYPES: readonly string[] = [
  ...new Set([...Object.values(TYPES), UNKNOWN_TYPE].map((type) => type.split(';')[0] ?? type)),
];

const extensionOf = (path: string) => /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '';

const isType = (extension: string) => Object.hasOwn(TYPES, extension);

/** The media type of a file, from its name. */
export const typeOf = (path: string): string => (isType(extensionOf(path)) && TYPES[extensionOf(path)]) || UNKNOWN_TYPE;

/**
 * True when the name of a file changes with its contents, so that it may be cached for ever. The build puts only such
 * names below `assets/`; elsewhere the hash has to look like one.
 */
export const isImmutable = (path: string): boolean =>
  /^assets\/.*[-.][\w-]{8,}\.\w+$/.test(path) || /[-.](?=[a-f]*\d)[0-9a-f]{8,}\.\w+$/.test(path);

/** The file of which this is the compressed form, with the coding; null when it is none. */
export function compressedForm(path: string): { of: string; coding: Packed } | null {
  const found = COMPRESSED.find(([, suffix]) => path.endsWith(suffix));
  return found ? { of: path.slice(0, -found[1].length), coding: found[0] } : null;
}

/**
 * Matches a path that leaves the folder, or that a build would never produce: dots as a segment, control characters,
 * double encoding.
 */
const ODD = /[\p{Cc}\\]|%[0-9a-f]{2}|(?:^|\/)\.{1,2}(?:\/|$)|\/\//iu;

/**
 * The name of the file that answers a path below the dashboard's: the file itself, or the page, whose own router reads
 * the path. Null when the path names a file that does not exist.
 */
export function nameAt(files: { has(name: string): boolean }, path: string): string | null {
  if (ODD.test(path)) return null;
  if (files.has(path)) return path;
  return path.startsWith('assets/') || isType(extensionOf(path)) ? null : 'index.html';
}

/** The smallest form that an `Accept-Encoding` header accepts. */
export function codingFor(accepted: string | undefined, kept: { has(coding: Coding): boolean }): Coding {
  const qualities = new Map(
    (accepted ?? '').split(',').map((part) => {
      const [coding = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return [coding, quality === undefined ? 1 : Number(quality)] as const;
    }),
  );
  const best = COMPRESSED.find(
    ([coding]) => kept.has(coding) && (qualities.get(coding) ?? qualities.get('*') ?? 0) > 0,
  );
  return best?.[0] ?? 'identity';
}

/** True when an `If-None-Match` header names the bytes that would be sent (RFC 9110, section 13.1.2). */
export const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
