import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { Access, Caller } from '../../auth/access/access.decorator.js';
import type { Principal } from '../../auth/access/principal.js';
import { type IdempotencyKey, Once } from '../../auth/idempotency.js';
import { Answers } from '../../platform/http/answers/answers.decorator.js';
import { PageQuery } from '../../platform/http/input/page.dto.js';
import { Id } from '../../platform/http/input/validation.pipe.js';
import { listOf } from '../../platform/http/shape.js';
import { IntentMark, MarkIntentDto } from './feedback.dto.js';
import { FeedbackService } from './feedback.service.js';

@Controller('sessions')
export class FeedbackController {
  constructor(private readonly feedback: FeedbackService) {}

  @Get('intent/feedback')
  @Access({ may: 'read-sessions', plan: 'TEAM' })
  @Answers('List the feedback on sessions and calls', listOf(IntentMark))
  list(@Caller() caller: Principal, @Query() query: PageQuery) {
    return this.feedback.list(caller, query);
  }

  @Post(':id/intent/feedback')
  @Access({ may: 'mark-intent', plan: 'TEAM', limit: { count: 120, seconds: 60 } })
  @Answers('Mark a session or call as fine or as drift', IntentMark)
  mark(
    @Caller() caller: Principal,
    @Id('id', 'session') id: string,
    @Body() body: MarkIntentDto,
    @Once() key: IdempotencyKey | null,
  ) {
    return this.feedback.mark(caller, id, body, key);
  }
}
