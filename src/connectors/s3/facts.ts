import { type CallFacts, type FactReader, type FactValue, type ReadCall, things, together } from '../facts/facts.js';

type Input = ReadCall['payload'];

/**
 * An object of a copy is read, and counts like one that is written. An operation on a bucket acts on every key in it.
 */
export const facts: FactReader = { names: ['target.bucket', 'target.key'], of };

function of({ apiName, payload }: ReadCall): CallFacts {
  if (apiName === 's3.commands.send') return ofInput((payload.input ?? {}) as Input);
  if (!apiName.startsWith('s3.buckets.')) return ofInput(payload);
  return {
    'target.bucket': bucket(payload.Bucket),
    ...(apiName !== 's3.buckets.create' && { 'target.key': 'unknown' as const }),
  };
}

function ofInput(input: Input): CallFacts {
  const source = 'CopySource' in input ? sourceOf(input.CopySource) : null;
  return {
    'target.bucket': together([bucket(input.Bucket), ...(source ? [source.bucket] : [])]),
    'target.key': together([keysIn(input), ...(source ? [source.key] : [])]),
  };
}

function keysIn({ Key, Delete }: Input): FactValue {
  const many = (Delete as { Objects?: unknown } | null | undefined)?.Objects;
  if (Array.isArray(many)) return things(many.map((one) => (one as { Key?: unknown } | null)?.Key));
  return things([Key]);
}

/** Behind an access point is a bucket that the call does not name. */
function bucket(name: unknown): FactValue {
  return typeof name === 'string' && /^arn:|-s3alias$|--ol-s3$/.test(name) ? 'unknown' : things([name]);
}

/** `bucket/key?versionId=…`, encoded. */
function sourceOf(source: unknown): { bucket: FactValue; key: FactValue } {
  const unknown = { bucket: 'unknown', key: 'unknown' } as const;
  if (typeof source !== 'string') return unknown;
  try {
    const [path = ''] = source.split('?versionId=');
    const [name, ...rest] = decodeURIComponent(path).replace(/^\//, '').split('/');
    return { bucket: bucket(name), key: things([rest.join('/')]) };
  } catch {
    return unknown;
  }
}
