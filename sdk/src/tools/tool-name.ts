/**
 * Returns a tool's name as the end of an `apiName`: dots are kept, other characters that the service does not accept
 * become `_`.
 */
export function toolPath(name: string): string {
  return name
    .split('.')
    .map((segment) => segment.replace(/[^\w-]/g, '_') || '_')
    .join('.');
}
