import { Global, Module } from '@nestjs/common';
import { IntentGauge } from '../actions/intent-gauge.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { EvaluationJob } from './evaluation.job.js';
import { EvaluationsRepository } from './evaluations.repository.js';
import { EvaluationsService } from './evaluations.service.js';
import { IntentController } from './intent.controller.js';
import { IntentService } from './intent.service.js';
import { JudgeService } from './judge/judge.service.js';
import { JudgementsRepository } from './judge/judgements.repository.js';
import { ModelClient } from './judge/model-client.js';
import { OrganizationIntentService } from './organization-intent.service.js';
import { PendingEvaluations } from './pending-evaluations.js';

/** Global, because the actions ask for its gauge and cannot import what stands above them. */
@Global()
@Module({
  imports: [SessionsModule],
  controllers: [IntentController],
  providers: [
    EvaluationJob,
    EvaluationsRepository,
    EvaluationsService,
    IntentService,
    JudgeService,
    JudgementsRepository,
    ModelClient,
    PendingEvaluations,
    OrganizationIntentService,
    { provide: IntentGauge, useExisting: EvaluationsService },
  ],
  exports: [IntentGauge],
})
export class IntentModule {}
