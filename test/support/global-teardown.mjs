import { whatWasLeftOut } from './needs.mjs';

export default async function tearDown() {
  await globalThis.tearDownTests?.();
  const leftOut = whatWasLeftOut();
  if (leftOut) console.warn(`\n${leftOut}`);
}
