import { PERMISSIONS, type Permission } from '../../contract/permissions.js';
import type { Identity } from './principal.js';

export function may({ kind }: Pick<Identity, 'kind'>, permission: Permission): boolean {
  return PERMISSIONS[permission].heldBy === kind;
}
