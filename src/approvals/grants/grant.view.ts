import { grantStatus, remainingUses } from './grant.js';

export interface GrantRow {
  id: string;
  session_id: string;
  agent_slug: string;
  approval_id: string;
  api_name_pattern: string;
  tool_call_id: string | null;
  max_uses: number;
  uses: number;
  created_by: string;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  now: Date;
}

export function toGrantView(row: GrantRow) {
  const state = { uses: row.uses, maxUses: row.max_uses, expiresAt: row.expires_at, revokedAt: row.revoked_at };
  return {
    id: row.id,
    sessionId: row.session_id,
    agentId: row.agent_slug,
    approvalId: row.approval_id,
    apiNamePattern: row.api_name_pattern,
    toolCallId: row.tool_call_id,
    status: grantStatus(state, row.now),
    maxUses: row.max_uses,
    uses: row.uses,
    remainingUses: remainingUses(state, row.now),
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null,
  };
}
