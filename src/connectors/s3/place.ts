import type { Address } from '../resource/resource.js';

export const placeOf = ({ bucket, key }: Address) => ({ Bucket: String(bucket), Key: String(key) });
export const objectLabel = ({ bucket, key }: Address) => `s3://${bucket}/${key}`;
