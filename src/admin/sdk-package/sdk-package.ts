import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installation } from '../../platform/installation.js';

/** The folder into which `scripts/build.mjs` packs the SDK. */
const FOLDER = join(installation.root, 'sdk', 'packed');

const isPackage = (name: string) => /^backstop-sdk-\d+\.\d+\.\d+(?:-[\w.]+)?\.tgz$/.test(name);

/** The file name of the SDK that this installation serves; null when it was not built. */
export function sdkPackage(): string | null {
  try {
    return readdirSync(FOLDER).find(isPackage) ?? null;
  } catch {
    return null;
  }
}

/** Null when there is no package of this name. */
export async function readSdkPackage(name: string): Promise<Buffer | null> {
  return isPackage(name) ? readFile(join(FOLDER, name)).catch(() => null) : null;
}
