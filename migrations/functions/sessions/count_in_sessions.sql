-- Adds to the counters of sessions whose rows are locked. Of each change: org and session, the counters by so many (absent: none),
-- logged and effects (how many numbers it takes), wakes (an abandoned session is active again), active (its agent did something).
CREATE OR REPLACE FUNCTION count_in_sessions(changes json) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET jit = off
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
  UPDATE sessions s SET
    cleared = s.cleared + t.cleared, pending_approval = s.pending_approval + t.pending_approval, success = s.success + t.success,
    failed = s.failed + t.failed, unknown = s.unknown + t.unknown, rolled_back = s.rolled_back + t.rolled_back,
    rollback_failed = s.rollback_failed + t.rollback_failed, open_approvals = s.open_approvals + t.open_approvals,
    reads = s.reads + t.reads, unknown_reads = s.unknown_reads + t.unknown_reads, late_effects = s.late_effects + t.late_effects,
    possible_effects = s.possible_effects + t.possible_effects, blocked = s.blocked + t.blocked,
    last_sequence = s.last_sequence + t.logged, last_effect_sequence = s.last_effect_sequence + t.effects,
    status = CASE WHEN t.wakes THEN 'ACTIVE' ELSE s.status END,
    last_activity_at = CASE WHEN t.active THEN now() ELSE s.last_activity_at END, updated_at = now()
  FROM (
    SELECT c.org, c.session, coalesce(sum(c.cleared), 0) AS cleared, coalesce(sum(c."pendingApproval"), 0) AS pending_approval,
      coalesce(sum(c.success), 0) AS success, coalesce(sum(c.failed), 0) AS failed, coalesce(sum(c.unknown), 0) AS unknown,
      coalesce(sum(c."rolledBack"), 0) AS rolled_back, coalesce(sum(c."rollbackFailed"), 0) AS rollback_failed,
      coalesce(sum(c."openApprovals"), 0) AS open_approvals, coalesce(sum(c.reads), 0) AS reads, coalesce(sum(c."unknownReads"), 0) AS unknown_reads,
      coalesce(sum(c."lateEffects"), 0) AS late_effects,
      coalesce(sum(c."possibleEffects"), 0) AS possible_effects, coalesce(sum(c.blocked), 0) AS blocked, coalesce(sum(c.logged), 0) AS logged,
      coalesce(sum(c.effects), 0) AS effects, coalesce(bool_or(c.wakes), false) AS wakes, coalesce(bool_or(c.active), false) AS active
    FROM json_to_recordset(changes) AS c(org uuid, session uuid, cleared integer, "pendingApproval" integer, success integer, failed integer,
      unknown integer, "rolledBack" integer, "rollbackFailed" integer, "openApprovals" integer, reads integer, "unknownReads" integer, "lateEffects" integer,
      "possibleEffects" integer, blocked integer, logged integer, effects integer, wakes boolean, active boolean)
    GROUP BY c.org, c.session) t
  WHERE s.organization_id = t.org AND s.id = t.session;
END $$;
