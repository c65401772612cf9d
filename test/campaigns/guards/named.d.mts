export function missingGuards(): string[];
