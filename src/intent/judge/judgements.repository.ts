// SQL: a question is counted, and a judgement kept, only under a condition on the row that is there.

import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { IntentJudgementEntity } from '../entities/intent-judgement.entity.js';
import type { JudgedCall } from './judgement.js';

/** A model is shown the newest calls of a session; the findings of earlier calls stay. */
const AT_MOST = 60;

@Injectable()
export class JudgementsRepository {
  constructor(private readonly database: Database) {}

  find(organizationId: string, sessionId: string): Promise<IntentJudgementEntity | null> {
    return this.database.transaction(organizationId, (em) =>
      em.findOneBy(IntentJudgementEntity, { organizationId, sessionId }),
    );
  }

  /** Answers false when the organization has used up its questions of today. */
  spend(organizationId: string, atMost: number): Promise<boolean> {
    return this.database.transaction(organizationId, async (em) => {
      const spent: unknown[] = await em.query(
        `INSERT INTO intent_judge_days AS d (organization_id, day, questions)
         SELECT $1, utc_day(now()), 1 WHERE $2 > 0
         ON CONFLICT (organization_id, day) DO UPDATE SET questions = d.questions + 1 WHERE d.questions < $2
         RETURNING 1`,
        [organizationId, atMost],
      );
      return spent.length > 0;
    });
  }

  /** Reads the calls up to a sequence number, in their order. */
  calls(organizationId: string, sessionId: string, upTo: number): Promise<JudgedCall[]> {
    return this.database.transaction(organizationId, (em) =>
      em.query(
        `SELECT * FROM (
           SELECT sequence, api_name AS "apiName", operation_type AS "operationType",
             coalesce(original_payload, payload) AS payload, response
           FROM action_details WHERE organization_id = $1 AND session_id = $2 AND sequence <= $3 ORDER BY sequence DESC LIMIT $4
         ) newest ORDER BY sequence`,
        [organizationId, sessionId, upTo, AT_MOST],
      ),
    );
  }

  save(
    organizationId: string,
    sessionId: string,
    { model, judgedSequence, judgement }: Pick<IntentJudgementEntity, 'model' | 'judgedSequence' | 'judgement'>,
  ) {
    return this.database.transaction(organizationId, (em) =>
      em.query(
        `INSERT INTO intent_judgements AS j (session_id, organization_id, model, judged_sequence, judgement)
         SELECT id, organization_id, $3, $4, $5 FROM session_states WHERE organization_id = $1 AND id = $2
         ON CONFLICT (session_id, organization_id) DO UPDATE
           SET model = excluded.model, judged_sequence = excluded.judged_sequence, judgement = excluded.judgement, judged_at = now()
           WHERE j.judged_sequence <= excluded.judged_sequence`,
        [organizationId, sessionId, model, judgedSequence, JSON.stringify(judgement)],
      ),
    );
  }
}
