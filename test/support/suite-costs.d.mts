export function count(name: 'services' | 'databases'): void;
