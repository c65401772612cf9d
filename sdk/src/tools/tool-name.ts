/** A tool's name as the end of an `apiName`: dots are kept, what the service does not take becomes `_`. */
export function toolPath(name: string): string {
  return name
    .split('.')
    .map((segment) => segment.replace(/[^\w-]/g, '_') || '_')
    .join('.');
}
