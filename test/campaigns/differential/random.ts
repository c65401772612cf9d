export type Random = (below: number) => number;

/** The same numbers for the same seed. */
export function randomOf(seed: number): Random {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
