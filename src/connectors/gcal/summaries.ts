/** The sentences that describe calls, by operation without the name of the connector (src/connectors/summary). */
export const summaries: Readonly<Record<string, string>> = {
  'events.insert': 'Create event in {calendarId}[: {requestBody.summary:text}][ at {requestBody.start}]',
  'events.patch': 'Update event {eventId} in {calendarId}[: {requestBody:changes}]',
  'events.update': 'Replace event {eventId} in {calendarId}[: {requestBody:changes}]',
  'events.delete': 'Delete event {eventId} in {calendarId}',
  'events.quickAdd': 'Create event in {calendarId}: {text:text}',
  'events.import': 'Import event into {calendarId}[: {requestBody.summary:text}]',
  'events.move': 'Move event {eventId} from {calendarId} to {destination}',
  'calendars.clear': 'Delete all events of {calendarId}',
  'calendars.delete': 'Delete calendar {calendarId}',
  'acl.insert': 'Share {calendarId}[ with {requestBody.scope}][ as {requestBody.role}]',
  'acl.delete': 'End sharing {ruleId} of {calendarId}',
};
