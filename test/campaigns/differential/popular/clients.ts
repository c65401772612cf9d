import { CHAT_CLIENTS } from './clients/chat.js';
import { DATABASE_CLIENTS } from './clients/databases.js';
import { HTTP_CLIENTS } from './clients/http.js';
import { MAIL_CLIENTS } from './clients/mail.js';
import { MODEL_CLIENTS } from './clients/models.js';
import type { PopularClient } from './clients/popular-client.js';
import { PROCESS_CLIENTS } from './clients/processes.js';
import { QUEUE_CLIENTS } from './clients/queues.js';
import { SERVICE_CLIENTS } from './clients/services.js';

/** Clients of npm that no connector knows. */
export const POPULAR: readonly PopularClient[] = [
  ...[...HTTP_CLIENTS, ...MAIL_CLIENTS, ...CHAT_CLIENTS, ...DATABASE_CLIENTS, ...QUEUE_CLIENTS],
  ...[...SERVICE_CLIENTS, ...MODEL_CLIENTS, ...PROCESS_CLIENTS],
];
