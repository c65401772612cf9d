/**
 * The same numbers for the same text, on every machine (mulberry32 over a hash of the text).
 * @param {string} text
 * @returns {import('./random.mjs').Random}
 */
export function randomOf(text) {
  let state = 2_166_136_261;
  for (const character of text) state = Math.imul(state ^ character.charCodeAt(0), 16_777_619);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (below) => Math.floor(next() * below);
  return { next, integer, pick: (from) => from[integer(from.length)], chance: (of) => next() < of };
}
