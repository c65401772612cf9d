import { Body, Controller, Put } from '@nestjs/common';
import { Access, Caller } from '../../auth/access/access.decorator.js';
import type { Principal } from '../../auth/access/principal.js';
import { Answers } from '../../platform/http/answers/answers.decorator.js';
import { Id } from '../../platform/http/input/validation.pipe.js';
import { ApprovalNote, ApprovalViewers, NoteDto } from './handover.dto.js';
import { HandoverService } from './handover.service.js';

@Controller('approvals/:id')
export class HandoverController {
  constructor(private readonly handover: HandoverService) {}

  @Put('note')
  @Access({ may: 'decide-approvals', plan: 'PRO' })
  @Answers('Write or remove a note for other operators', ApprovalNote)
  note(@Caller() caller: Principal, @Id('id', 'approval') id: string, @Body() { note }: NoteDto) {
    return this.handover.note(caller, id, note ?? null);
  }

  @Put('viewers')
  @Access({ may: 'read-approvals', plan: 'PRO' })
  @Answers('Record that you view an approval, and list its viewers', ApprovalViewers)
  view(@Caller() caller: Principal, @Id('id', 'approval') id: string) {
    return this.handover.view(caller, id);
  }
}
