import { sized } from '../../../test/support/campaign-size.js';
import { doubleWorld, serviceWorld, steps, walk } from '../../../test/support/double-programs.js';
import { patience } from '../../../test/support/patience.mjs';
import fc from '../../../test/support/properties.js';

/** A failure names seed and path: as `DOUBLE_SEED` and `DOUBLE_PATH` they run it again. */
const SEED = process.env.DOUBLE_SEED;
const PATH = process.env.DOUBLE_PATH;

describe('random programs of requests', () => {
  it(
    'are answered by the double as by the service',
    async () => {
      const service = await serviceWorld();
      await fc.assert(
        fc.asyncProperty(fc.array(steps, { minLength: 10, maxLength: 40, size: 'max' }), async (program) => {
          const [real, double] = await Promise.all([walk(service, program), walk(doubleWorld(), program)]);
          expect(double).toEqual(real);
        }),
        { numRuns: sized({ short: 12, full: 600 }), ...(SEED && { seed: Number(SEED) }), ...(PATH && { path: PATH }) },
      );
    },
    patience(60_000),
  );
});
