export default async function tearDown() {
  await globalThis.tearDownTests?.();
}
