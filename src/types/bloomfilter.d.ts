declare module 'bloomfilter' {
  export class BloomFilter {
    /** Makes a filter of so many bits, or of these buckets of 32 bits each, with so many hashes. */
    constructor(bits: number | ArrayLike<number>, hashes: number);
    readonly buckets: Uint32Array;
    add(value: string): void;
    test(value: string): boolean;
  }
}
