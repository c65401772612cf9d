/** The programs of a file: as many as `node scripts/test-differential.mjs` says, or a few. */
export function seedsOf(few: number, perTest: number) {
  const first = Number(process.env.DIFFERENTIAL_FIRST ?? 0);
  const programs = Number(process.env.DIFFERENTIAL_PROGRAMS ?? few);
  const end = first + programs;
  return {
    /** The first seed of each test. */
    starts: Array.from({ length: Math.ceil(programs / perTest) }, (_, index) => first + index * perTest),
    /** All seeds of the test that begins with this one. */
    from: (start: number) => Array.from({ length: Math.min(perTest, end - start) }, (_, index) => start + index),
  };
}
