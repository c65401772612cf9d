/**
 * Writes the compressed forms of built files beside each file, so that the service compresses nothing itself.
 *
 *   node scripts/compress.mjs [folder]     the default is dashboard/dist
 */
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const FORMS = { '.br': brotliCompressSync, '.gz': (bytes) => gzipSync(bytes, { level: 9 }) };
/** Files that are not compressed already. */
const TEXT = /\.(html|m?js|css|json|map|svg|txt|webmanifest|wasm|ico)$/;
/** Below that a form saves nothing that a reader would notice. */
const LEAST_BYTES = 1024;

const folder = process.argv[2] ?? join('dashboard', 'dist');
const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
for (const file of files.filter((one) => TEXT.test(one))) {
  const bytes = readFileSync(file);
  for (const [suffix, compress] of Object.entries(FORMS)) {
    const form = file + suffix;
    if (existsSync(form) && statSync(form).mtimeMs >= statSync(file).mtimeMs) continue;
    const smaller = bytes.length < LEAST_BYTES ? bytes : compress(bytes);
    if (smaller.length < bytes.length) writeFileSync(form, smaller);
    else rmSync(form, { force: true });
  }
}
