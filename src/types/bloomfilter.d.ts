declare module 'bloomfilter' {
  export class BloomFilter {
    /** Of so many bits, or of these buckets of 32 bits each, and so many hashes. */
    constructor(bits: number | ArrayLike<number>, hashes: number);
    readonly buckets: Uint32Array;
    add(value: string): void;
    test(value: string): boolean;
  }
}
