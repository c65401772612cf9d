export default async function tearDown(): Promise<void> {
  await (globalThis as { tearDownDatabase?: () => Promise<void> }).tearDownDatabase?.();
}
