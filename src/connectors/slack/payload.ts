import type { Json } from '../connector.js';

/** The id of a channel, a group or a conversation of two. */
export const channel = { type: 'string', pattern: '^[CGD][A-Z0-9]+$' };
/** Slack's name of a message: seconds and a counter. */
export const TIMESTAMP = /^[0-9]+\.[0-9]{6}$/;
export const timestamp = { type: 'string', pattern: '^[0-9]+\\.[0-9]+$' };

export const isChannelId = (given: Json | undefined) => /^[CGD][A-Z0-9]{6,}$/.test(String(given));
