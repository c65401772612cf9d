/**
 * Imported into a service (`NODE_OPTIONS=--import`), keeps in the file `LOOP_PROBE_FILE` how long its event loop was held
 * up at most since the file was last removed: as a clock saw it, and as far as the process itself was at work meanwhile,
 * which leaves out that the machine gave the processor to others.
 */
import { existsSync, renameSync, writeFileSync } from 'node:fs';

const TICK_MS = 10;
const WRITES_EVERY_MS = 50;

const file = process.env.LOOP_PROBE_FILE;
if (file) {
  let [clockMs, ownMs] = [0, 0];
  let last = performance.now();
  let cpu = process.cpuUsage();
  const tick = () => {
    const now = performance.now();
    const late = now - last - TICK_MS;
    const { user, system } = process.cpuUsage(cpu);
    last = now;
    cpu = process.cpuUsage();
    clockMs = Math.max(clockMs, late);
    ownMs = Math.max(ownMs, Math.min(late, (user + system) / 1_000));
  };
  setInterval(tick, TICK_MS).unref();
  setInterval(() => {
    if (!existsSync(file)) [clockMs, ownMs] = [0, 0];
    writeFileSync(`${file}.new`, JSON.stringify({ clockMs, ownMs }));
    renameSync(`${file}.new`, file);
  }, WRITES_EVERY_MS).unref();
}
