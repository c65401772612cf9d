/** True when the call adds to a number. */
export const isSum = (apiName: string) => apiName.endsWith('.increment');
