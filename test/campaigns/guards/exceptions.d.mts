export function witnesses(): string[];
