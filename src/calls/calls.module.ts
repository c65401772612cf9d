import { Module } from '@nestjs/common';
import { ActionsModule } from '../actions/actions.module.js';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { RedactionModule } from '../redaction/redaction.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { CallsController } from './calls.controller.js';
import { CallsJob } from './calls.job.js';
import { CallsRepository } from './calls.repository.js';
import { Cancellation } from './cancellation.service.js';
import { FastPathCalls } from './fast-path-calls.js';
import { OpenCalls } from './open-calls.service.js';
import { Performer } from './performer.js';

@Module({
  imports: [ActionsModule, ApprovalsModule, CredentialsModule, RedactionModule, SessionsModule],
  controllers: [CallsController],
  providers: [CallsJob, CallsRepository, Cancellation, OpenCalls, Performer, FastPathCalls],
  exports: [Cancellation, OpenCalls],
})
export class CallsModule {}
