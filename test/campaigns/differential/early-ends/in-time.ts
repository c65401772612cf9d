import { patience } from '../../../support/patience.mjs';

/** Waits for a step that must end. @throws Error that names the step, if it hangs */
export async function inTime<T>(step: Promise<T>, name: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${name}: it hangs`)), patience(3_000));
  });
  try {
    return await Promise.race([step, late]);
  } finally {
    clearTimeout(timer);
  }
}
