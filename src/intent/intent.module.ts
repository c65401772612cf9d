import { Global, Module } from '@nestjs/common';
import { IntentGauge } from '../actions/intent-gauge.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { EvaluationJob } from './evaluation.job.js';
import { EvaluationsRepository } from './evaluations.repository.js';
import { EvaluationsService } from './evaluations.service.js';
import { FeedbackController } from './feedback/feedback.controller.js';
import { FeedbackService } from './feedback/feedback.service.js';
import { IntentSettingsController } from './feedback/intent-settings.controller.js';
import { IntentSettingsService } from './feedback/intent-settings.service.js';
import { IntentController } from './intent.controller.js';
import { IntentService } from './intent.service.js';
import { JudgeService } from './judge/judge.service.js';
import { JudgementsRepository } from './judge/judgements.repository.js';
import { ModelClient } from './judge/model-client.js';
import { AgentLevels } from './level/agent-levels.service.js';
import { LevelsRepository } from './level/levels.repository.js';
import { OrganizationIntentService } from './organization-intent.service.js';
import { PendingEvaluations } from './pending-evaluations.js';

/** The module is global, because the actions need its gauge and cannot import a module above them. */
@Global()
@Module({
  imports: [SessionsModule],
  controllers: [FeedbackController, IntentController, IntentSettingsController],
  providers: [
    AgentLevels,
    EvaluationJob,
    EvaluationsRepository,
    EvaluationsService,
    FeedbackService,
    IntentService,
    IntentSettingsService,
    JudgeService,
    JudgementsRepository,
    ModelClient,
    LevelsRepository,
    PendingEvaluations,
    OrganizationIntentService,
    { provide: IntentGauge, useExisting: EvaluationsService },
  ],
  exports: [AgentLevels, IntentGauge],
})
export class IntentModule {}
