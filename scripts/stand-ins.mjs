import { installApart } from './install-apart.mjs';

// The servers that play providers in the tests come with a Node of their own, and an instrumentation without its native
// parts: kept apart, so that only the tests use them.
const HOMES = [
  { folder: '../test/stand-ins/', size: '410 MB' },
  { folder: '../test/stand-ins/tracer/', size: '14 MB', without: ['--omit=optional'] },
];

// Campaigns alone wrap these clients and use these versions.
if (process.argv.includes('--clients')) {
  HOMES.push({ folder: '../test/stand-ins/clients/', size: '560 MB', without: ['--omit=optional'] });
  HOMES.push({ folder: '../test/stand-ins/prisma/', size: '310 MB' });
  HOMES.push({ folder: '../test/stand-ins/versions/', size: '100 MB' });
  HOMES.push({ folder: '../test/stand-ins/mcp/', size: '300 MB' });
  HOMES.push({ folder: '../test/stand-ins/bundlers/', size: '150 MB' });
}

for (const { folder, size, without } of HOMES)
  installApart(new URL(folder, import.meta.url), `the stand-ins of the tests (once, ${size})`, without);
