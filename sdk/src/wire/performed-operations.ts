import type { Json, JsonObject } from '../json.js';

// Written by scripts/registry-copy.mjs from the connectors of the service.
/** The arguments of each operation that the service itself can make. */
export interface PerformedOperations {
  /** CREATE: an undo restores the state before it. */
  readonly 'airtable.records.create': {
    readonly baseId: string;
    readonly tableId: string;
    readonly fields: { readonly [name: string]: string | number | boolean | null | readonly string[] };
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'airtable.records.update': {
    readonly baseId: string;
    readonly tableId: string;
    readonly recordId: string;
    readonly fields: { readonly [name: string]: string | number | boolean | null | readonly string[] };
  };
  /** DELETE: an undo makes up for it. */
  readonly 'airtable.records.delete': { readonly baseId: string; readonly tableId: string; readonly recordId: string };
  /** A read. */
  readonly 'airtable.records.list': {
    readonly baseId: string;
    readonly tableId: string;
    readonly pageSize?: number;
    readonly offset?: string;
    readonly filterByFormula?: string;
    readonly view?: string;
    readonly fields?: readonly string[];
  };
  /** A read. */
  readonly 'airtable.records.get': { readonly baseId: string; readonly tableId: string; readonly recordId: string };
  /** A read. */
  readonly 'airtable.comments.list': {
    readonly baseId: string;
    readonly tableId: string;
    readonly recordId: string;
    readonly pageSize?: number;
    readonly offset?: string;
  };
  /** A read. */
  readonly 'airtable.tables.list': { readonly baseId: string };
  /** A read. */
  readonly 'airtable.bases.list': { readonly offset?: string };
  /** UPDATE: an undo restores the state before it. */
  readonly 'caldav.objects.put': { readonly url: string; readonly data: string; readonly etag?: string };
  /** DELETE: an undo restores the state before it. */
  readonly 'caldav.objects.delete': { readonly url: string; readonly etag?: string };
  /** A read. */
  readonly 'caldav.calendars.list': Record<string, never>;
  /** A read. */
  readonly 'caldav.objects.list': {
    readonly url: string;
    readonly start?: string;
    readonly end?: string;
    readonly expand?: boolean;
  };
  /** A read. */
  readonly 'caldav.objects.multiGet': { readonly url: string; readonly urls: readonly string[] };
  /** A read. */
  readonly 'caldav.objects.get': { readonly url: string };
  /** A read. */
  readonly 'caldav.freebusy.query': { readonly url: string; readonly start: string; readonly end: string };
  /** UPDATE: an undo restores the state before it. */
  readonly 'dynamodb.items.put': {
    readonly TableName: string;
    readonly ConditionExpression?: string;
    readonly Expected?: JsonObject;
    readonly ConditionalOperator?: string;
    readonly ExpressionAttributeNames?: { readonly [name: string]: string };
    readonly ExpressionAttributeValues?: { readonly [name: string]: JsonObject };
    readonly ReturnValues?: string;
    readonly ReturnConsumedCapacity?: string;
    readonly ReturnItemCollectionMetrics?: string;
    readonly ReturnValuesOnConditionCheckFailure?: string;
    readonly Item: { readonly [name: string]: JsonObject };
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'dynamodb.items.update': {
    readonly TableName: string;
    readonly ConditionExpression?: string;
    readonly Expected?: JsonObject;
    readonly ConditionalOperator?: string;
    readonly ExpressionAttributeNames?: { readonly [name: string]: string };
    readonly ExpressionAttributeValues?: { readonly [name: string]: JsonObject };
    readonly ReturnValues?: string;
    readonly ReturnConsumedCapacity?: string;
    readonly ReturnItemCollectionMetrics?: string;
    readonly ReturnValuesOnConditionCheckFailure?: string;
    readonly Key: { readonly [name: string]: JsonObject };
    readonly UpdateExpression?: string;
  };
  /** DELETE: an undo restores the state before it. */
  readonly 'dynamodb.items.delete': {
    readonly TableName: string;
    readonly ConditionExpression?: string;
    readonly Expected?: JsonObject;
    readonly ConditionalOperator?: string;
    readonly ExpressionAttributeNames?: { readonly [name: string]: string };
    readonly ExpressionAttributeValues?: { readonly [name: string]: JsonObject };
    readonly ReturnValues?: string;
    readonly ReturnConsumedCapacity?: string;
    readonly ReturnItemCollectionMetrics?: string;
    readonly ReturnValuesOnConditionCheckFailure?: string;
    readonly Key: { readonly [name: string]: JsonObject };
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'dynamodb.items.batchWrite': {
    readonly RequestItems: {
      readonly [name: string]: readonly (
        | { readonly PutRequest: { readonly Item: { readonly [name: string]: JsonObject } } }
        | { readonly DeleteRequest: { readonly Key: { readonly [name: string]: JsonObject } } }
      )[];
    };
    readonly ReturnConsumedCapacity?: string;
    readonly ReturnItemCollectionMetrics?: string;
  };
  /** UPDATE: it cannot be undone. */
  readonly 'dynamodb.items.transactWrite': JsonObject;
  /** EXECUTE: it cannot be undone. */
  readonly 'dynamodb.statements.execute': JsonObject;
  /** CREATE: it cannot be undone. */
  readonly 'dynamodb.tables.create': JsonObject;
  /** UPDATE: it cannot be undone. */
  readonly 'dynamodb.tables.update': JsonObject;
  /** DELETE: it cannot be undone. */
  readonly 'dynamodb.tables.delete': JsonObject;
  /** UPDATE: it cannot be undone. */
  readonly 'dynamodb.tables.updateTimeToLive': JsonObject;
  /** EXECUTE: it cannot be undone. */
  readonly 'dynamodb.commands.send': { readonly command: string; readonly input: JsonObject };
  /** A read. */
  readonly 'dynamodb.items.get': {
    readonly TableName: string;
    readonly Key: { readonly [name: string]: JsonObject };
    readonly ConsistentRead?: boolean;
    readonly ProjectionExpression?: string;
    readonly ExpressionAttributeNames?: { readonly [name: string]: string };
    readonly ReturnConsumedCapacity?: string;
  };
  /** A read. */
  readonly 'dynamodb.items.query': {
    readonly TableName: string;
    readonly IndexName?: string;
    readonly Select?: string;
    readonly Limit?: number;
    readonly ExclusiveStartKey?: { readonly [name: string]: JsonObject };
    readonly ConsistentRead?: boolean;
    readonly FilterExpression?: string;
    readonly ExpressionAttributeValues?: { readonly [name: string]: JsonObject };
    readonly ProjectionExpression?: string;
    readonly ExpressionAttributeNames?: { readonly [name: string]: string };
    readonly ReturnConsumedCapacity?: string;
    readonly KeyConditionExpression: string;
    readonly ScanIndexForward?: boolean;
  };
  /** A read. */
  readonly 'dynamodb.items.scan': {
    readonly TableName: string;
    readonly IndexName?: string;
    readonly Select?: string;
    readonly Limit?: number;
    readonly ExclusiveStartKey?: { readonly [name: string]: JsonObject };
    readonly ConsistentRead?: boolean;
    readonly FilterExpression?: string;
    readonly ExpressionAttributeValues?: { readonly [name: string]: JsonObject };
    readonly ProjectionExpression?: string;
    readonly ExpressionAttributeNames?: { readonly [name: string]: string };
    readonly ReturnConsumedCapacity?: string;
    readonly Segment?: number;
    readonly TotalSegments?: number;
  };
  /** A read. */
  readonly 'dynamodb.items.batchGet': {
    readonly RequestItems: {
      readonly [name: string]: {
        readonly Keys: readonly { readonly [name: string]: JsonObject }[];
        readonly ConsistentRead?: boolean;
        readonly ProjectionExpression?: string;
        readonly ExpressionAttributeNames?: { readonly [name: string]: string };
        readonly ReturnConsumedCapacity?: string;
      };
    };
    readonly ReturnConsumedCapacity?: string;
  };
  /** A read. */
  readonly 'dynamodb.items.transactGet': {
    readonly TransactItems: readonly {
      readonly Get: {
        readonly TableName: string;
        readonly Key: { readonly [name: string]: JsonObject };
        readonly ProjectionExpression?: string;
        readonly ExpressionAttributeNames?: { readonly [name: string]: string };
        readonly ReturnConsumedCapacity?: string;
      };
    }[];
    readonly ReturnConsumedCapacity?: string;
  };
  /** A read. */
  readonly 'dynamodb.tables.list': { readonly Limit?: number; readonly ExclusiveStartTableName?: string };
  /** A read. */
  readonly 'dynamodb.tables.get': { readonly TableName: string };
  /** A read. */
  readonly 'dynamodb.tables.getTimeToLive': { readonly TableName: string };
  /** A read. */
  readonly 'dynamodb.tables.getBackups': { readonly TableName: string };
  /** A read. */
  readonly 'dynamodb.tables.listTags': { readonly ResourceArn: string; readonly NextToken?: string };
  /** A read. */
  readonly 'dynamodb.backups.list': { readonly TableName?: string; readonly Limit?: number };
  /** CREATE: an undo makes up for it. */
  readonly 'gcal.events.insert': {
    readonly calendarId: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly sendUpdates?: string;
    readonly sendNotifications?: boolean;
    readonly alwaysIncludeEmail?: boolean;
    readonly maxAttendees?: number;
    readonly requestBody: JsonObject;
    readonly conferenceDataVersion?: number;
    readonly supportsAttachments?: boolean;
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'gcal.events.patch': {
    readonly calendarId: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly sendUpdates?: string;
    readonly sendNotifications?: boolean;
    readonly alwaysIncludeEmail?: boolean;
    readonly maxAttendees?: number;
    readonly eventId: string;
    readonly requestBody: {
      readonly summary?: string | null;
      readonly description?: string | null;
      readonly location?: string | null;
      readonly visibility?: string | null;
      readonly transparency?: string | null;
      readonly colorId?: string | null;
      readonly start?: {
        readonly date?: string | null;
        readonly dateTime?: string | null;
        readonly timeZone?: string | null;
      };
      readonly end?: {
        readonly date?: string | null;
        readonly dateTime?: string | null;
        readonly timeZone?: string | null;
      };
      readonly attendees?: readonly {
        readonly email: string;
        readonly displayName?: string;
        readonly optional?: boolean;
        readonly resource?: boolean;
        readonly responseStatus?: string;
        readonly comment?: string;
        readonly additionalGuests?: number;
        readonly id?: string;
        readonly organizer?: boolean;
        readonly self?: boolean;
      }[];
      readonly recurrence?: readonly Json[] | null;
      readonly reminders?: JsonObject | null;
      readonly extendedProperties?: { readonly private?: JsonObject; readonly shared?: JsonObject };
      readonly source?: JsonObject | null;
      readonly guestsCanInviteOthers?: boolean;
      readonly guestsCanModify?: boolean;
      readonly guestsCanSeeOtherGuests?: boolean;
      readonly anyoneCanAddSelf?: boolean;
    };
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'gcal.events.update': {
    readonly calendarId: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly sendUpdates?: string;
    readonly sendNotifications?: boolean;
    readonly alwaysIncludeEmail?: boolean;
    readonly maxAttendees?: number;
    readonly eventId: string;
    readonly requestBody: {
      readonly summary?: string | null;
      readonly description?: string | null;
      readonly location?: string | null;
      readonly visibility?: string | null;
      readonly transparency?: string | null;
      readonly colorId?: string | null;
      readonly start?: {
        readonly date?: string | null;
        readonly dateTime?: string | null;
        readonly timeZone?: string | null;
      };
      readonly end?: {
        readonly date?: string | null;
        readonly dateTime?: string | null;
        readonly timeZone?: string | null;
      };
      readonly attendees?: readonly {
        readonly email: string;
        readonly displayName?: string;
        readonly optional?: boolean;
        readonly resource?: boolean;
        readonly responseStatus?: string;
        readonly comment?: string;
        readonly additionalGuests?: number;
        readonly id?: string;
        readonly organizer?: boolean;
        readonly self?: boolean;
      }[];
      readonly recurrence?: readonly Json[] | null;
      readonly reminders?: JsonObject | null;
      readonly extendedProperties?: { readonly private?: JsonObject; readonly shared?: JsonObject };
      readonly source?: JsonObject | null;
      readonly guestsCanInviteOthers?: boolean;
      readonly guestsCanModify?: boolean;
      readonly guestsCanSeeOtherGuests?: boolean;
      readonly anyoneCanAddSelf?: boolean;
    };
  };
  /** DELETE: an undo makes up for it. */
  readonly 'gcal.events.delete': {
    readonly calendarId: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly sendUpdates?: string;
    readonly sendNotifications?: boolean;
    readonly alwaysIncludeEmail?: boolean;
    readonly maxAttendees?: number;
    readonly eventId: string;
  };
  /** CREATE: it cannot be undone. */
  readonly 'gcal.events.quickAdd': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly calendarId: string;
    readonly sendUpdates?: string;
    readonly sendNotifications?: boolean;
    readonly text: string;
  };
  /** CREATE: it cannot be undone. */
  readonly 'gcal.events.import': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly calendarId: string;
    readonly requestBody: JsonObject;
    readonly conferenceDataVersion?: number;
  };
  /** UPDATE: it cannot be undone. */
  readonly 'gcal.events.move': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly calendarId: string;
    readonly sendUpdates?: string;
    readonly sendNotifications?: boolean;
    readonly eventId: string;
    readonly destination: string;
  };
  /** DELETE: it cannot be undone. */
  readonly 'gcal.calendars.clear': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly calendarId: string;
  };
  /** DELETE: it cannot be undone. */
  readonly 'gcal.calendars.delete': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly calendarId: string;
  };
  /** CREATE: it cannot be undone. */
  readonly 'gcal.acl.insert': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly calendarId: string;
    readonly sendNotifications?: boolean;
    readonly requestBody: JsonObject;
  };
  /** DELETE: it cannot be undone. */
  readonly 'gcal.acl.delete': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly calendarId: string;
    readonly ruleId: string;
  };
  /** A read. */
  readonly 'gcal.events.list': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly maxResults?: number;
    readonly pageToken?: string;
    readonly calendarId: string;
    readonly timeMin?: string;
    readonly timeMax?: string;
    readonly timeZone?: string;
    readonly showDeleted?: boolean;
    readonly singleEvents?: boolean;
    readonly orderBy?: 'startTime' | 'updated';
    readonly updatedMin?: string;
    readonly q?: string;
    readonly iCalUID?: string;
    readonly eventTypes?: readonly string[];
    readonly maxAttendees?: number;
  };
  /** A read. */
  readonly 'gcal.events.get': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly calendarId: string;
    readonly eventId: string;
    readonly maxAttendees?: number;
    readonly timeZone?: string;
  };
  /** A read. */
  readonly 'gcal.events.instances': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly maxResults?: number;
    readonly pageToken?: string;
    readonly calendarId: string;
    readonly eventId: string;
    readonly maxAttendees?: number;
    readonly timeMin?: string;
    readonly timeMax?: string;
    readonly timeZone?: string;
    readonly showDeleted?: boolean;
  };
  /** A read. */
  readonly 'gcal.calendarList.list': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly maxResults?: number;
    readonly pageToken?: string;
    readonly minAccessRole?: string;
    readonly showHidden?: boolean;
  };
  /** A read. */
  readonly 'gcal.calendarList.get': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly calendarId: string;
  };
  /** A read. */
  readonly 'gcal.calendars.get': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly calendarId: string;
  };
  /** A read. */
  readonly 'gcal.freebusy.query': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly requestBody: {
      readonly timeMin: string;
      readonly timeMax: string;
      readonly timeZone?: string;
      readonly items: readonly { readonly id: string }[];
    };
  };
  /** A read. */
  readonly 'gcal.acl.list': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly maxResults?: number;
    readonly pageToken?: string;
    readonly calendarId: string;
  };
  /** A read. */
  readonly 'gcal.acl.get': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly calendarId: string;
    readonly ruleId: string;
  };
  /** A read. */
  readonly 'gcal.colors.get': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
  };
  /** A read. */
  readonly 'gcal.settings.list': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly maxResults?: number;
    readonly pageToken?: string;
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'gdrive.files.update': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly supportsAllDrives?: boolean;
    readonly supportsTeamDrives?: boolean;
    readonly enforceSingleParent?: boolean;
    readonly includePermissionsForView?: string;
    readonly includeLabels?: string;
    readonly fileId: string;
    readonly addParents?: string;
    readonly removeParents?: string;
    readonly requestBody?: {
      readonly name?: string;
      readonly description?: string;
      readonly starred?: boolean;
      readonly trashed?: boolean;
    };
    readonly media?: { readonly mimeType?: string; readonly body: Json };
  };
  /** CREATE: an undo makes up for it. */
  readonly 'gdrive.files.create': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly supportsAllDrives?: boolean;
    readonly supportsTeamDrives?: boolean;
    readonly enforceSingleParent?: boolean;
    readonly includePermissionsForView?: string;
    readonly includeLabels?: string;
    readonly requestBody?: JsonObject;
    readonly media?: JsonObject;
  };
  /** DELETE: it cannot be undone. */
  readonly 'gdrive.files.delete': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly fileId: string;
    readonly supportsAllDrives?: boolean;
    readonly enforceSingleParent?: boolean;
  };
  /** DELETE: it cannot be undone. */
  readonly 'gdrive.files.emptyTrash': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly driveId?: string;
  };
  /** CREATE: it cannot be undone. */
  readonly 'gdrive.files.copy': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly fileId: string;
    readonly supportsAllDrives?: boolean;
    readonly enforceSingleParent?: boolean;
    readonly requestBody?: JsonObject;
  };
  /** CREATE: it cannot be undone. */
  readonly 'gdrive.permissions.create': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly fileId: string;
    readonly supportsAllDrives?: boolean;
    readonly enforceSingleParent?: boolean;
    readonly useDomainAdminAccess?: boolean;
    readonly sendNotificationEmail?: boolean;
    readonly emailMessage?: string;
    readonly transferOwnership?: boolean;
    readonly requestBody: JsonObject;
  };
  /** UPDATE: it cannot be undone. */
  readonly 'gdrive.permissions.update': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly fileId: string;
    readonly supportsAllDrives?: boolean;
    readonly enforceSingleParent?: boolean;
    readonly useDomainAdminAccess?: boolean;
    readonly permissionId: string;
    readonly requestBody: JsonObject;
    readonly removeExpiration?: boolean;
    readonly transferOwnership?: boolean;
  };
  /** DELETE: it cannot be undone. */
  readonly 'gdrive.permissions.delete': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly fileId: string;
    readonly supportsAllDrives?: boolean;
    readonly enforceSingleParent?: boolean;
    readonly useDomainAdminAccess?: boolean;
    readonly permissionId: string;
  };
  /** CREATE: it cannot be undone. */
  readonly 'gdrive.comments.create': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly fileId: string;
    readonly requestBody: JsonObject;
  };
  /** DELETE: it cannot be undone. */
  readonly 'gdrive.comments.delete': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly fileId: string;
    readonly commentId: string;
  };
  /** DELETE: it cannot be undone. */
  readonly 'gdrive.revisions.delete': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly fileId: string;
    readonly revisionId: string;
  };
  /** DELETE: it cannot be undone. */
  readonly 'gdrive.drives.delete': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly driveId: string;
    readonly useDomainAdminAccess?: boolean;
    readonly allowItemDeletion?: boolean;
  };
  /** A read. */
  readonly 'gdrive.files.list': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly pageSize?: number;
    readonly pageToken?: string;
    readonly supportsAllDrives?: boolean;
    readonly includeItemsFromAllDrives?: boolean;
    readonly corpora?: string;
    readonly driveId?: string;
    readonly q?: string;
    readonly orderBy?: string;
    readonly spaces?: string;
  };
  /** A read. */
  readonly 'gdrive.files.get': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly fileId: string;
    readonly supportsAllDrives?: boolean;
  };
  /** A read. */
  readonly 'gdrive.files.export': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly fileId: string;
    readonly mimeType: string;
  };
  /** A read. */
  readonly 'gdrive.permissions.list': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly fileId: string;
    readonly pageSize?: number;
    readonly pageToken?: string;
    readonly supportsAllDrives?: boolean;
  };
  /** A read. */
  readonly 'gdrive.permissions.get': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly fileId: string;
    readonly permissionId: string;
    readonly supportsAllDrives?: boolean;
  };
  /** A read. */
  readonly 'gdrive.comments.list': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly fileId: string;
    readonly pageSize?: number;
    readonly pageToken?: string;
    readonly includeDeleted?: boolean;
  };
  /** A read. */
  readonly 'gdrive.comments.get': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly fileId: string;
    readonly commentId: string;
  };
  /** A read. */
  readonly 'gdrive.revisions.list': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly fileId: string;
    readonly pageSize?: number;
    readonly pageToken?: string;
  };
  /** A read. */
  readonly 'gdrive.revisions.get': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly fileId: string;
    readonly revisionId: string;
  };
  /** A read. */
  readonly 'gdrive.drives.list': {
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly pageSize?: number;
    readonly pageToken?: string;
    readonly q?: string;
  };
  /** A read. */
  readonly 'gdrive.about.get': {
    readonly fields: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'github.issues.update': {
    readonly owner: string;
    readonly repo: string;
    readonly issue_number: number;
    readonly title?: string;
    readonly body?: string | null;
    readonly labels?: readonly (string | JsonObject)[];
    readonly assignees?: readonly string[];
    readonly milestone?: number | string | null;
    readonly state?: 'open' | 'closed';
    readonly state_reason?: 'completed' | 'not_planned' | 'duplicate' | 'reopened' | null;
  };
  /** CREATE: an undo makes up for it. */
  readonly 'github.issues.create': {
    readonly owner: string;
    readonly repo: string;
    readonly title: string;
    readonly body?: string | null;
    readonly labels?: readonly (string | JsonObject)[];
    readonly assignees?: readonly string[];
    readonly milestone?: number | string | null;
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'github.issues.addLabels': {
    readonly owner: string;
    readonly repo: string;
    readonly issue_number: number;
    readonly labels: readonly (string | JsonObject)[];
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'github.issues.removeLabel': {
    readonly owner: string;
    readonly repo: string;
    readonly issue_number: number;
    readonly name: string;
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'github.issues.setLabels': {
    readonly owner: string;
    readonly repo: string;
    readonly issue_number: number;
    readonly labels: readonly (string | JsonObject)[];
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'github.issues.removeAllLabels': {
    readonly owner: string;
    readonly repo: string;
    readonly issue_number: number;
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'github.issues.addAssignees': {
    readonly owner: string;
    readonly repo: string;
    readonly issue_number: number;
    readonly assignees: readonly string[];
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'github.issues.removeAssignees': {
    readonly owner: string;
    readonly repo: string;
    readonly issue_number: number;
    readonly assignees: readonly string[];
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'github.issues.lock': {
    readonly owner: string;
    readonly repo: string;
    readonly issue_number: number;
    readonly lock_reason?: 'off-topic' | 'too heated' | 'resolved' | 'spam';
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'github.issues.unlock': { readonly owner: string; readonly repo: string; readonly issue_number: number };
  /** CREATE: an undo restores the state before it. */
  readonly 'github.issues.createComment': {
    readonly owner: string;
    readonly repo: string;
    readonly issue_number: number;
    readonly body: string;
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'github.issues.updateComment': {
    readonly owner: string;
    readonly repo: string;
    readonly comment_id: number;
    readonly body: string;
  };
  /** DELETE: an undo makes up for it. */
  readonly 'github.issues.deleteComment': {
    readonly owner: string;
    readonly repo: string;
    readonly comment_id: number;
  };
  /** UPDATE: an undo makes up for it. */
  readonly 'github.repos.createOrUpdateFileContents': {
    readonly owner: string;
    readonly repo: string;
    readonly path: string;
    readonly message: string;
    readonly sha?: string;
    readonly branch?: string;
    readonly author?: { readonly name?: string; readonly email?: string; readonly date?: string };
    readonly committer?: { readonly name?: string; readonly email?: string; readonly date?: string };
    readonly content: string;
  };
  /** DELETE: an undo makes up for it. */
  readonly 'github.repos.deleteFile': {
    readonly owner: string;
    readonly repo: string;
    readonly path: string;
    readonly message: string;
    readonly sha: string;
    readonly branch?: string;
    readonly author?: { readonly name?: string; readonly email?: string; readonly date?: string };
    readonly committer?: { readonly name?: string; readonly email?: string; readonly date?: string };
  };
  /** CREATE: an undo restores the state before it. */
  readonly 'github.git.createRef': {
    readonly owner: string;
    readonly repo: string;
    readonly ref: string;
    readonly sha: string;
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'github.git.updateRef': {
    readonly owner: string;
    readonly repo: string;
    readonly ref: string;
    readonly sha: string;
    readonly force?: boolean;
  };
  /** DELETE: an undo makes up for it. */
  readonly 'github.git.deleteRef': { readonly owner: string; readonly repo: string; readonly ref: string };
  /** UPDATE: an undo restores the state before it. */
  readonly 'github.pulls.update': {
    readonly owner: string;
    readonly repo: string;
    readonly pull_number: number;
    readonly title?: string;
    readonly body?: string | null;
    readonly base?: string;
    readonly maintainer_can_modify?: boolean;
    readonly state?: 'open' | 'closed';
  };
  /** CREATE: an undo makes up for it. */
  readonly 'github.pulls.create': {
    readonly owner: string;
    readonly repo: string;
    readonly title: string;
    readonly body?: string | null;
    readonly base: string;
    readonly maintainer_can_modify?: boolean;
    readonly head: string;
    readonly head_repo?: string;
    readonly draft?: boolean;
  };
  /** CREATE: an undo makes up for it. */
  readonly 'github.repos.createRelease': {
    readonly owner: string;
    readonly repo: string;
    readonly tag_name: string;
    readonly target_commitish?: string;
    readonly name?: string | null;
    readonly body?: string | null;
    readonly draft?: boolean;
    readonly prerelease?: boolean;
    readonly generate_release_notes?: boolean;
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'github.repos.updateRelease': {
    readonly owner: string;
    readonly repo: string;
    readonly release_id: number;
    readonly tag_name?: string;
    readonly target_commitish?: string;
    readonly name?: string | null;
    readonly body?: string | null;
    readonly draft?: boolean;
    readonly prerelease?: boolean;
  };
  /** DELETE: an undo makes up for it. */
  readonly 'github.repos.deleteRelease': { readonly owner: string; readonly repo: string; readonly release_id: number };
  /** CREATE: an undo restores the state before it. */
  readonly 'github.issues.createMilestone': {
    readonly owner: string;
    readonly repo: string;
    readonly title: string;
    readonly state?: 'open' | 'closed';
    readonly description?: string | null;
    readonly due_on?: string | null;
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'github.issues.updateMilestone': {
    readonly owner: string;
    readonly repo: string;
    readonly milestone_number: number;
    readonly title?: string;
    readonly state?: 'open' | 'closed';
    readonly description?: string | null;
    readonly due_on?: string | null;
  };
  /** CREATE: an undo restores the state before it. */
  readonly 'github.issues.createLabel': {
    readonly owner: string;
    readonly repo: string;
    readonly name: string;
    readonly color?: string;
    readonly description?: string | null;
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'github.issues.updateLabel': {
    readonly owner: string;
    readonly repo: string;
    readonly name: string;
    readonly color?: string;
    readonly description?: string | null;
  };
  /** DELETE: an undo restores the state before it. */
  readonly 'github.issues.deleteLabel': { readonly owner: string; readonly repo: string; readonly name: string };
  /** EXECUTE: it cannot be undone. */
  readonly 'github.pulls.merge': JsonObject;
  /** CREATE: it cannot be undone. */
  readonly 'github.pulls.createReview': JsonObject;
  /** EXECUTE: it cannot be undone. */
  readonly 'github.pulls.submitReview': JsonObject;
  /** UPDATE: it cannot be undone. */
  readonly 'github.pulls.dismissReview': JsonObject;
  /** UPDATE: it cannot be undone. */
  readonly 'github.pulls.requestReviewers': JsonObject;
  /** DELETE: it cannot be undone. */
  readonly 'github.repos.delete': JsonObject;
  /** EXECUTE: it cannot be undone. */
  readonly 'github.repos.transfer': JsonObject;
  /** UPDATE: it cannot be undone. */
  readonly 'github.repos.update': JsonObject;
  /** EXECUTE: it cannot be undone. */
  readonly 'github.repos.merge': JsonObject;
  /** CREATE: it cannot be undone. */
  readonly 'github.repos.createForAuthenticatedUser': JsonObject;
  /** CREATE: it cannot be undone. */
  readonly 'github.repos.createInOrg': JsonObject;
  /** UPDATE: it cannot be undone. */
  readonly 'github.repos.addCollaborator': JsonObject;
  /** DELETE: it cannot be undone. */
  readonly 'github.repos.removeCollaborator': JsonObject;
  /** CREATE: it cannot be undone. */
  readonly 'github.repos.uploadReleaseAsset': JsonObject;
  /** DELETE: it cannot be undone. */
  readonly 'github.repos.deleteReleaseAsset': JsonObject;
  /** EXECUTE: it cannot be undone. */
  readonly 'github.repos.createDispatchEvent': JsonObject;
  /** CREATE: it cannot be undone. */
  readonly 'github.repos.createCommitStatus': JsonObject;
  /** CREATE: it cannot be undone. */
  readonly 'github.repos.createWebhook': JsonObject;
  /** DELETE: it cannot be undone. */
  readonly 'github.repos.deleteWebhook': JsonObject;
  /** DELETE: it cannot be undone. */
  readonly 'github.issues.deleteMilestone': JsonObject;
  /** EXECUTE: it cannot be undone. */
  readonly 'github.actions.createWorkflowDispatch': JsonObject;
  /** UPDATE: it cannot be undone. */
  readonly 'github.actions.createOrUpdateRepoSecret': JsonObject;
  /** DELETE: it cannot be undone. */
  readonly 'github.actions.deleteRepoSecret': JsonObject;
  /** UPDATE: it cannot be undone. */
  readonly 'github.activity.markNotificationsAsRead': JsonObject;
  /** A read. */
  readonly 'github.repos.get': { readonly owner: string; readonly repo: string };
  /** A read. */
  readonly 'github.repos.listForAuthenticatedUser': {
    readonly per_page?: number;
    readonly page?: number;
    readonly sort?: string;
    readonly direction?: 'asc' | 'desc';
    readonly visibility?: string;
    readonly affiliation?: string;
  };
  /** A read. */
  readonly 'github.repos.getContent': {
    readonly owner: string;
    readonly repo: string;
    readonly path: string;
    readonly ref?: string;
  };
  /** A read. */
  readonly 'github.repos.listCommits': {
    readonly owner: string;
    readonly repo: string;
    readonly per_page?: number;
    readonly page?: number;
    readonly sha?: string;
    readonly path?: string;
    readonly author?: string;
    readonly since?: string;
    readonly until?: string;
  };
  /** A read. */
  readonly 'github.repos.listBranches': {
    readonly owner: string;
    readonly repo: string;
    readonly per_page?: number;
    readonly page?: number;
  };
  /** A read. */
  readonly 'github.repos.listReleases': {
    readonly owner: string;
    readonly repo: string;
    readonly per_page?: number;
    readonly page?: number;
  };
  /** A read. */
  readonly 'github.git.getRef': { readonly owner: string; readonly repo: string; readonly ref: string };
  /** A read. */
  readonly 'github.issues.get': { readonly owner: string; readonly repo: string; readonly issue_number: number };
  /** A read. */
  readonly 'github.issues.listForRepo': {
    readonly owner: string;
    readonly repo: string;
    readonly per_page?: number;
    readonly page?: number;
    readonly sort?: string;
    readonly direction?: 'asc' | 'desc';
    readonly state?: 'open' | 'closed' | 'all';
    readonly labels?: string;
    readonly assignee?: string;
    readonly creator?: string;
    readonly mentioned?: string;
    readonly milestone?: string;
    readonly since?: string;
  };
  /** A read. */
  readonly 'github.issues.listComments': {
    readonly owner: string;
    readonly repo: string;
    readonly issue_number: number;
    readonly per_page?: number;
    readonly page?: number;
    readonly since?: string;
  };
  /** A read. */
  readonly 'github.issues.listLabelsForRepo': {
    readonly owner: string;
    readonly repo: string;
    readonly per_page?: number;
    readonly page?: number;
  };
  /** A read. */
  readonly 'github.issues.listMilestones': {
    readonly owner: string;
    readonly repo: string;
    readonly per_page?: number;
    readonly page?: number;
    readonly sort?: string;
    readonly direction?: 'asc' | 'desc';
    readonly state?: 'open' | 'closed' | 'all';
  };
  /** A read. */
  readonly 'github.pulls.get': { readonly owner: string; readonly repo: string; readonly pull_number: number };
  /** A read. */
  readonly 'github.pulls.list': {
    readonly owner: string;
    readonly repo: string;
    readonly per_page?: number;
    readonly page?: number;
    readonly sort?: string;
    readonly direction?: 'asc' | 'desc';
    readonly state?: 'open' | 'closed' | 'all';
    readonly head?: string;
    readonly base?: string;
  };
  /** A read. */
  readonly 'github.pulls.listFiles': {
    readonly owner: string;
    readonly repo: string;
    readonly pull_number: number;
    readonly per_page?: number;
    readonly page?: number;
  };
  /** A read. */
  readonly 'github.search.issuesAndPullRequests': {
    readonly q: string;
    readonly per_page?: number;
    readonly page?: number;
    readonly sort?: string;
    readonly order?: 'asc' | 'desc';
  };
  /** A read. */
  readonly 'github.search.code': {
    readonly q: string;
    readonly per_page?: number;
    readonly page?: number;
    readonly sort?: string;
    readonly order?: 'asc' | 'desc';
  };
  /** A read. */
  readonly 'github.search.repos': {
    readonly q: string;
    readonly per_page?: number;
    readonly page?: number;
    readonly sort?: string;
    readonly order?: 'asc' | 'desc';
  };
  /** CREATE: an undo restores the state before it. */
  readonly 'gmail.labels.create': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly requestBody: {
      readonly name: string;
      readonly messageListVisibility?: string;
      readonly labelListVisibility?: string;
      readonly color?: { readonly backgroundColor?: string; readonly textColor?: string };
      readonly id?: string;
    };
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'gmail.labels.update': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly id: string;
    readonly requestBody: {
      readonly name?: string;
      readonly messageListVisibility?: string;
      readonly labelListVisibility?: string;
      readonly color?: { readonly backgroundColor?: string; readonly textColor?: string };
      readonly id?: string;
    };
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'gmail.labels.patch': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly id: string;
    readonly requestBody: {
      readonly name?: string;
      readonly messageListVisibility?: string;
      readonly labelListVisibility?: string;
      readonly color?: { readonly backgroundColor?: string; readonly textColor?: string };
      readonly id?: string;
    };
  };
  /** DELETE: an undo makes up for it. */
  readonly 'gmail.labels.delete': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly id: string;
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'gmail.messages.modify': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly id: string;
    readonly requestBody: { readonly addLabelIds?: readonly string[]; readonly removeLabelIds?: readonly string[] };
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'gmail.messages.batchModify': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly requestBody: {
      readonly ids: readonly string[];
      readonly addLabelIds?: readonly string[];
      readonly removeLabelIds?: readonly string[];
    };
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'gmail.messages.trash': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly id: string;
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'gmail.messages.untrash': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly id: string;
  };
  /** CREATE: an undo restores the state before it. */
  readonly 'gmail.drafts.create': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly requestBody: {
      readonly id?: string;
      readonly message: { readonly raw: string; readonly threadId?: string };
    };
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'gmail.drafts.update': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly id: string;
    readonly requestBody: {
      readonly id?: string;
      readonly message: { readonly raw: string; readonly threadId?: string };
    };
  };
  /** DELETE: an undo makes up for it. */
  readonly 'gmail.drafts.delete': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly id: string;
  };
  /** CREATE: an undo restores the state before it. */
  readonly 'gmail.settings.filters.create': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly requestBody: { readonly criteria?: JsonObject; readonly action: JsonObject };
  };
  /** DELETE: an undo makes up for it. */
  readonly 'gmail.settings.filters.delete': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly id: string;
  };
  /** EXECUTE: it cannot be undone. */
  readonly 'gmail.messages.send': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly requestBody: { readonly raw: string; readonly threadId?: string; readonly labelIds?: readonly string[] };
  };
  /** EXECUTE: it cannot be undone. */
  readonly 'gmail.drafts.send': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly requestBody: {
      readonly id: string;
      readonly message?: { readonly raw: string; readonly threadId?: string; readonly labelIds?: readonly string[] };
    };
  };
  /** DELETE: it cannot be undone. */
  readonly 'gmail.messages.delete': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly id: string;
  };
  /** DELETE: it cannot be undone. */
  readonly 'gmail.messages.batchDelete': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly requestBody: { readonly ids: readonly string[] };
  };
  /** DELETE: it cannot be undone. */
  readonly 'gmail.threads.delete': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly id: string;
  };
  /** UPDATE: it cannot be undone. */
  readonly 'gmail.threads.modify': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly id: string;
    readonly requestBody: { readonly addLabelIds?: readonly string[]; readonly removeLabelIds?: readonly string[] };
  };
  /** UPDATE: it cannot be undone. */
  readonly 'gmail.threads.trash': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly id: string;
  };
  /** UPDATE: it cannot be undone. */
  readonly 'gmail.threads.untrash': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly id: string;
  };
  /** CREATE: it cannot be undone. */
  readonly 'gmail.messages.insert': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly requestBody: { readonly raw: string; readonly threadId?: string; readonly labelIds?: readonly string[] };
    readonly internalDateSource?: string;
    readonly deleted?: boolean;
    readonly neverMarkSpam?: boolean;
    readonly processForCalendar?: boolean;
  };
  /** CREATE: it cannot be undone. */
  readonly 'gmail.messages.import': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly requestBody: { readonly raw: string; readonly threadId?: string; readonly labelIds?: readonly string[] };
    readonly internalDateSource?: string;
    readonly deleted?: boolean;
    readonly neverMarkSpam?: boolean;
    readonly processForCalendar?: boolean;
  };
  /** UPDATE: it cannot be undone. */
  readonly 'gmail.settings.updateVacation': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly requestBody: JsonObject;
  };
  /** UPDATE: it cannot be undone. */
  readonly 'gmail.settings.updateAutoForwarding': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly requestBody: JsonObject;
  };
  /** CREATE: it cannot be undone. */
  readonly 'gmail.settings.forwardingAddresses.create': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly requestBody: { readonly forwardingEmail: string };
  };
  /** DELETE: it cannot be undone. */
  readonly 'gmail.settings.forwardingAddresses.delete': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly forwardingEmail: string;
  };
  /** CREATE: it cannot be undone. */
  readonly 'gmail.settings.delegates.create': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly requestBody: { readonly delegateEmail: string };
  };
  /** DELETE: it cannot be undone. */
  readonly 'gmail.settings.delegates.delete': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly delegateEmail: string;
  };
  /** A read. */
  readonly 'gmail.messages.list': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly maxResults?: number;
    readonly pageToken?: string;
    readonly q?: string;
    readonly includeSpamTrash?: boolean;
    readonly labelIds?: readonly string[];
  };
  /** A read. */
  readonly 'gmail.messages.get': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly id: string;
    readonly format?: 'full' | 'metadata' | 'minimal' | 'raw';
    readonly metadataHeaders?: readonly string[];
  };
  /** A read. */
  readonly 'gmail.messages.attachments.get': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly messageId: string;
    readonly id: string;
  };
  /** A read. */
  readonly 'gmail.threads.list': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly maxResults?: number;
    readonly pageToken?: string;
    readonly q?: string;
    readonly includeSpamTrash?: boolean;
    readonly labelIds?: readonly string[];
  };
  /** A read. */
  readonly 'gmail.threads.get': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly id: string;
    readonly format?: 'full' | 'metadata' | 'minimal' | 'raw';
    readonly metadataHeaders?: readonly string[];
  };
  /** A read. */
  readonly 'gmail.labels.list': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
  };
  /** A read. */
  readonly 'gmail.labels.get': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly id: string;
  };
  /** A read. */
  readonly 'gmail.drafts.list': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly maxResults?: number;
    readonly pageToken?: string;
    readonly q?: string;
    readonly includeSpamTrash?: boolean;
  };
  /** A read. */
  readonly 'gmail.drafts.get': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly id: string;
    readonly format?: 'full' | 'metadata' | 'minimal' | 'raw';
  };
  /** A read. */
  readonly 'gmail.history.list': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
    readonly maxResults?: number;
    readonly pageToken?: string;
    readonly startHistoryId: string;
    readonly labelId?: string;
    readonly historyTypes?: readonly string[];
  };
  /** A read. */
  readonly 'gmail.settings.filters.list': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
  };
  /** A read. */
  readonly 'gmail.getProfile': {
    readonly userId?: string;
    readonly fields?: string;
    readonly alt?: string;
    readonly key?: string;
    readonly quotaUser?: string;
    readonly userIp?: string;
    readonly prettyPrint?: boolean;
  };
  /** CREATE: it cannot be undone. */
  readonly 'http.requests.post': { readonly path: string; readonly body?: Json };
  /** UPDATE: it cannot be undone. */
  readonly 'http.requests.put': { readonly path: string; readonly body?: Json };
  /** UPDATE: it cannot be undone. */
  readonly 'http.requests.patch': { readonly path: string; readonly body?: Json };
  /** DELETE: it cannot be undone. */
  readonly 'http.requests.delete': { readonly path: string; readonly body?: Json };
  /** A read. */
  readonly 'http.requests.get': {
    readonly path: string;
    readonly query?: { readonly [name: string]: string | number | boolean };
  };
  /** A read. */
  readonly 'mcp.tools.list': { readonly server: string };
  /** CREATE: an undo restores the state before it. */
  readonly 'mysql.rows.insert': { readonly table: string; readonly values: JsonObject | readonly JsonObject[] };
  /** UPDATE: an undo restores the state before it. */
  readonly 'mysql.rows.update': {
    readonly table: string;
    readonly match: {
      readonly [name: string]:
        | string
        | number
        | boolean
        | null
        | {
            readonly in?: readonly (string | number | boolean)[];
            readonly neq?: string | number | boolean;
            readonly gt?: string | number | boolean;
            readonly gte?: string | number | boolean;
            readonly lt?: string | number | boolean;
            readonly lte?: string | number | boolean;
            readonly like?: string;
            readonly null?: boolean;
          };
    };
    readonly values: JsonObject;
    readonly expressions?: readonly string[];
    readonly rowCount?: number;
  };
  /** DELETE: an undo restores the state before it. */
  readonly 'mysql.rows.delete': {
    readonly table: string;
    readonly match: {
      readonly [name: string]:
        | string
        | number
        | boolean
        | null
        | {
            readonly in?: readonly (string | number | boolean)[];
            readonly neq?: string | number | boolean;
            readonly gt?: string | number | boolean;
            readonly gte?: string | number | boolean;
            readonly lt?: string | number | boolean;
            readonly lte?: string | number | boolean;
            readonly like?: string;
            readonly null?: boolean;
          };
    };
    readonly rowCount?: number;
  };
  /** A read. */
  readonly 'mysql.rows.list': {
    readonly table: string;
    readonly match?: {
      readonly [name: string]:
        | string
        | number
        | boolean
        | null
        | {
            readonly in?: readonly (string | number | boolean)[];
            readonly neq?: string | number | boolean;
            readonly gt?: string | number | boolean;
            readonly gte?: string | number | boolean;
            readonly lt?: string | number | boolean;
            readonly lte?: string | number | boolean;
            readonly like?: string;
            readonly null?: boolean;
          };
    };
    readonly columns?: readonly string[];
    readonly order?: readonly { readonly column: string; readonly direction?: 'asc' | 'desc' }[];
    readonly limit?: number;
    readonly offset?: number;
  };
  /** A read. */
  readonly 'mysql.rows.get': {
    readonly table: string;
    readonly match: {
      readonly [name: string]:
        | string
        | number
        | boolean
        | null
        | {
            readonly in?: readonly (string | number | boolean)[];
            readonly neq?: string | number | boolean;
            readonly gt?: string | number | boolean;
            readonly gte?: string | number | boolean;
            readonly lt?: string | number | boolean;
            readonly lte?: string | number | boolean;
            readonly like?: string;
            readonly null?: boolean;
          };
    };
    readonly columns?: readonly string[];
  };
  /** A read. */
  readonly 'mysql.rows.count': {
    readonly table: string;
    readonly match?: {
      readonly [name: string]:
        | string
        | number
        | boolean
        | null
        | {
            readonly in?: readonly (string | number | boolean)[];
            readonly neq?: string | number | boolean;
            readonly gt?: string | number | boolean;
            readonly gte?: string | number | boolean;
            readonly lt?: string | number | boolean;
            readonly lte?: string | number | boolean;
            readonly like?: string;
            readonly null?: boolean;
          };
    };
  };
  /** A read. */
  readonly 'mysql.rows.search': {
    readonly table: string;
    readonly text: string;
    readonly columns?: readonly string[];
    readonly limit?: number;
  };
  /** A read. */
  readonly 'mysql.schemas.list': Record<string, never>;
  /** A read. */
  readonly 'mysql.tables.list': { readonly schema?: string };
  /** A read. */
  readonly 'mysql.columns.list': { readonly table: string };
  /** A read. */
  readonly 'mysql.constraints.list': { readonly table: string };
  /** A read. */
  readonly 'mysql.indexes.list': { readonly table: string };
  /** A read. */
  readonly 'mysql.triggers.list': { readonly table: string };
  /** A read. */
  readonly 'mysql.views.list': { readonly schema?: string };
  /** A read. */
  readonly 'mysql.routines.list': { readonly schema?: string };
  /** EXECUTE: it cannot be undone. */
  readonly 'mysql.query': { readonly sql: string; readonly values?: readonly Json[] };
  /** CREATE: an undo restores the state before it. */
  readonly 'postgres.rows.insert': { readonly table: string; readonly values: JsonObject | readonly JsonObject[] };
  /** UPDATE: an undo restores the state before it. */
  readonly 'postgres.rows.update': {
    readonly table: string;
    readonly match: {
      readonly [name: string]:
        | string
        | number
        | boolean
        | null
        | {
            readonly in?: readonly (string | number | boolean)[];
            readonly neq?: string | number | boolean;
            readonly gt?: string | number | boolean;
            readonly gte?: string | number | boolean;
            readonly lt?: string | number | boolean;
            readonly lte?: string | number | boolean;
            readonly like?: string;
            readonly null?: boolean;
          };
    };
    readonly values: JsonObject;
    readonly expressions?: readonly string[];
    readonly rowCount?: number;
  };
  /** DELETE: an undo restores the state before it. */
  readonly 'postgres.rows.delete': {
    readonly table: string;
    readonly match: {
      readonly [name: string]:
        | string
        | number
        | boolean
        | null
        | {
            readonly in?: readonly (string | number | boolean)[];
            readonly neq?: string | number | boolean;
            readonly gt?: string | number | boolean;
            readonly gte?: string | number | boolean;
            readonly lt?: string | number | boolean;
            readonly lte?: string | number | boolean;
            readonly like?: string;
            readonly null?: boolean;
          };
    };
    readonly rowCount?: number;
  };
  /** A read. */
  readonly 'postgres.rows.list': {
    readonly table: string;
    readonly match?: {
      readonly [name: string]:
        | string
        | number
        | boolean
        | null
        | {
            readonly in?: readonly (string | number | boolean)[];
            readonly neq?: string | number | boolean;
            readonly gt?: string | number | boolean;
            readonly gte?: string | number | boolean;
            readonly lt?: string | number | boolean;
            readonly lte?: string | number | boolean;
            readonly like?: string;
            readonly null?: boolean;
          };
    };
    readonly columns?: readonly string[];
    readonly order?: readonly { readonly column: string; readonly direction?: 'asc' | 'desc' }[];
    readonly limit?: number;
    readonly offset?: number;
  };
  /** A read. */
  readonly 'postgres.rows.get': {
    readonly table: string;
    readonly match: {
      readonly [name: string]:
        | string
        | number
        | boolean
        | null
        | {
            readonly in?: readonly (string | number | boolean)[];
            readonly neq?: string | number | boolean;
            readonly gt?: string | number | boolean;
            readonly gte?: string | number | boolean;
            readonly lt?: string | number | boolean;
            readonly lte?: string | number | boolean;
            readonly like?: string;
            readonly null?: boolean;
          };
    };
    readonly columns?: readonly string[];
  };
  /** A read. */
  readonly 'postgres.rows.count': {
    readonly table: string;
    readonly match?: {
      readonly [name: string]:
        | string
        | number
        | boolean
        | null
        | {
            readonly in?: readonly (string | number | boolean)[];
            readonly neq?: string | number | boolean;
            readonly gt?: string | number | boolean;
            readonly gte?: string | number | boolean;
            readonly lt?: string | number | boolean;
            readonly lte?: string | number | boolean;
            readonly like?: string;
            readonly null?: boolean;
          };
    };
  };
  /** A read. */
  readonly 'postgres.rows.search': {
    readonly table: string;
    readonly text: string;
    readonly columns?: readonly string[];
    readonly limit?: number;
  };
  /** A read. */
  readonly 'postgres.schemas.list': Record<string, never>;
  /** A read. */
  readonly 'postgres.tables.list': { readonly schema?: string };
  /** A read. */
  readonly 'postgres.columns.list': { readonly table: string };
  /** A read. */
  readonly 'postgres.constraints.list': { readonly table: string };
  /** A read. */
  readonly 'postgres.indexes.list': { readonly table: string };
  /** A read. */
  readonly 'postgres.triggers.list': { readonly table: string };
  /** A read. */
  readonly 'postgres.views.list': { readonly schema?: string };
  /** A read. */
  readonly 'postgres.routines.list': { readonly schema?: string };
  /** EXECUTE: it cannot be undone. */
  readonly 'postgres.query': { readonly sql: string; readonly values?: readonly Json[] };
  /** UPDATE: an undo restores the state before it. */
  readonly 'redis.keys.set': {
    readonly key: string;
    readonly value: string;
    readonly seconds?: number;
    readonly options?: readonly string[];
    readonly place?: { readonly address?: string; readonly database: number; readonly server?: string };
    readonly precededBy?: readonly { readonly operation: string; readonly payload: JsonObject }[];
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'redis.keys.setMany': {
    readonly values: { readonly [name: string]: string };
    readonly options?: readonly 'NX'[];
    readonly place?: { readonly address?: string; readonly database: number; readonly server?: string };
    readonly precededBy?: readonly { readonly operation: string; readonly payload: JsonObject }[];
  };
  /** DELETE: an undo restores the state before it. */
  readonly 'redis.keys.del': {
    readonly keys: readonly string[];
    readonly place?: { readonly address?: string; readonly database: number; readonly server?: string };
    readonly precededBy?: readonly { readonly operation: string; readonly payload: JsonObject }[];
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'redis.keys.expire': {
    readonly key: string;
    readonly at: number;
    readonly options?: readonly string[];
    readonly place?: { readonly address?: string; readonly database: number; readonly server?: string };
    readonly precededBy?: readonly { readonly operation: string; readonly payload: JsonObject }[];
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'redis.keys.persist': {
    readonly key: string;
    readonly place?: { readonly address?: string; readonly database: number; readonly server?: string };
    readonly precededBy?: readonly { readonly operation: string; readonly payload: JsonObject }[];
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'redis.keys.rename': {
    readonly key: string;
    readonly newKey: string;
    readonly options?: readonly 'NX'[];
    readonly place?: { readonly address?: string; readonly database: number; readonly server?: string };
    readonly precededBy?: readonly { readonly operation: string; readonly payload: JsonObject }[];
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'redis.numbers.increment': {
    readonly key: string;
    readonly by: string;
    readonly place?: { readonly address?: string; readonly database: number; readonly server?: string };
    readonly precededBy?: readonly { readonly operation: string; readonly payload: JsonObject }[];
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'redis.hashes.set': {
    readonly key: string;
    readonly fields: { readonly [name: string]: string };
    readonly options?: readonly 'NX'[];
    readonly place?: { readonly address?: string; readonly database: number; readonly server?: string };
    readonly precededBy?: readonly { readonly operation: string; readonly payload: JsonObject }[];
  };
  /** DELETE: an undo restores the state before it. */
  readonly 'redis.hashes.del': {
    readonly key: string;
    readonly fields: readonly string[];
    readonly place?: { readonly address?: string; readonly database: number; readonly server?: string };
    readonly precededBy?: readonly { readonly operation: string; readonly payload: JsonObject }[];
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'redis.hashes.increment': {
    readonly key: string;
    readonly field: string;
    readonly by: string;
    readonly place?: { readonly address?: string; readonly database: number; readonly server?: string };
    readonly precededBy?: readonly { readonly operation: string; readonly payload: JsonObject }[];
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'redis.lists.push': {
    readonly key: string;
    readonly values: readonly string[];
    readonly end: 'left' | 'right';
    readonly onlyIfThere?: boolean;
    readonly place?: { readonly address?: string; readonly database: number; readonly server?: string };
    readonly precededBy?: readonly { readonly operation: string; readonly payload: JsonObject }[];
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'redis.lists.pop': {
    readonly key: string;
    readonly end: 'left' | 'right';
    readonly count?: number;
    readonly place?: { readonly address?: string; readonly database: number; readonly server?: string };
    readonly precededBy?: readonly { readonly operation: string; readonly payload: JsonObject }[];
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'redis.lists.remove': {
    readonly key: string;
    readonly count: number;
    readonly value: string;
    readonly place?: { readonly address?: string; readonly database: number; readonly server?: string };
    readonly precededBy?: readonly { readonly operation: string; readonly payload: JsonObject }[];
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'redis.lists.set': {
    readonly key: string;
    readonly index: number;
    readonly value: string;
    readonly place?: { readonly address?: string; readonly database: number; readonly server?: string };
    readonly precededBy?: readonly { readonly operation: string; readonly payload: JsonObject }[];
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'redis.lists.trim': {
    readonly key: string;
    readonly start: number;
    readonly stop: number;
    readonly place?: { readonly address?: string; readonly database: number; readonly server?: string };
    readonly precededBy?: readonly { readonly operation: string; readonly payload: JsonObject }[];
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'redis.lists.insert': {
    readonly key: string;
    readonly where: 'before' | 'after';
    readonly pivot: string;
    readonly value: string;
    readonly place?: { readonly address?: string; readonly database: number; readonly server?: string };
    readonly precededBy?: readonly { readonly operation: string; readonly payload: JsonObject }[];
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'redis.sets.add': {
    readonly key: string;
    readonly members: readonly string[];
    readonly place?: { readonly address?: string; readonly database: number; readonly server?: string };
    readonly precededBy?: readonly { readonly operation: string; readonly payload: JsonObject }[];
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'redis.sets.remove': {
    readonly key: string;
    readonly members: readonly string[];
    readonly place?: { readonly address?: string; readonly database: number; readonly server?: string };
    readonly precededBy?: readonly { readonly operation: string; readonly payload: JsonObject }[];
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'redis.sets.pop': {
    readonly key: string;
    readonly count?: number;
    readonly place?: { readonly address?: string; readonly database: number; readonly server?: string };
    readonly precededBy?: readonly { readonly operation: string; readonly payload: JsonObject }[];
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'redis.sortedSets.add': {
    readonly key: string;
    readonly scores: { readonly [name: string]: string };
    readonly options?: readonly string[];
    readonly place?: { readonly address?: string; readonly database: number; readonly server?: string };
    readonly precededBy?: readonly { readonly operation: string; readonly payload: JsonObject }[];
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'redis.sortedSets.remove': {
    readonly key: string;
    readonly members: readonly string[];
    readonly place?: { readonly address?: string; readonly database: number; readonly server?: string };
    readonly precededBy?: readonly { readonly operation: string; readonly payload: JsonObject }[];
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'redis.sortedSets.increment': {
    readonly key: string;
    readonly member: string;
    readonly by: string;
    readonly place?: { readonly address?: string; readonly database: number; readonly server?: string };
    readonly precededBy?: readonly { readonly operation: string; readonly payload: JsonObject }[];
  };
  /** EXECUTE: it cannot be undone. */
  readonly 'redis.channels.publish': {
    readonly channel: string;
    readonly message: string;
    readonly place?: { readonly address?: string; readonly database: number; readonly server?: string };
    readonly precededBy?: readonly { readonly operation: string; readonly payload: JsonObject }[];
  };
  /** DELETE: it cannot be undone. */
  readonly 'redis.database.flush': JsonObject;
  /** EXECUTE: it cannot be undone. */
  readonly 'redis.commands.execute': { readonly command: string; readonly args: readonly Json[] };
  /** A read. */
  readonly 'redis.keys.get': { readonly key: string };
  /** A read. */
  readonly 'redis.keys.getMany': { readonly keys: readonly string[] };
  /** A read. */
  readonly 'redis.keys.exists': { readonly keys: readonly string[] };
  /** A read. */
  readonly 'redis.keys.type': { readonly key: string };
  /** A read. */
  readonly 'redis.keys.expiresAt': { readonly key: string };
  /** A read. */
  readonly 'redis.keys.list': {
    readonly cursor?: string;
    readonly match?: string;
    readonly count?: number;
    readonly type?: string;
  };
  /** A read. */
  readonly 'redis.hashes.get': { readonly key: string; readonly fields: readonly string[] };
  /** A read. */
  readonly 'redis.hashes.list': {
    readonly key: string;
    readonly cursor?: string;
    readonly match?: string;
    readonly count?: number;
  };
  /** A read. */
  readonly 'redis.lists.range': { readonly key: string; readonly start?: number; readonly stop?: number };
  /** A read. */
  readonly 'redis.lists.length': { readonly key: string };
  /** A read. */
  readonly 'redis.sets.list': {
    readonly key: string;
    readonly cursor?: string;
    readonly match?: string;
    readonly count?: number;
  };
  /** A read. */
  readonly 'redis.sets.has': { readonly key: string; readonly member: string };
  /** A read. */
  readonly 'redis.sortedSets.range': { readonly key: string; readonly start?: number; readonly stop?: number };
  /** A read. */
  readonly 'redis.sortedSets.score': { readonly key: string; readonly member: string };
  /** A read. */
  readonly 'redis.streams.range': {
    readonly key: string;
    readonly start?: string;
    readonly stop?: string;
    readonly count?: number;
  };
  /** A read. */
  readonly 'redis.database.size': Record<string, never>;
  /** UPDATE: an undo restores the state before it. */
  readonly 's3.objects.put': {
    readonly Bucket: string;
    readonly Key: string;
    readonly Body?: string | { readonly $base64: string } | { readonly $sha256: string; readonly $size?: number };
    readonly CacheControl?: string;
    readonly ContentDisposition?: string;
    readonly ContentEncoding?: string;
    readonly ContentLanguage?: string;
    readonly ContentMD5?: string;
    readonly ContentType?: string;
    readonly Expires?: string;
    readonly StorageClass?: string;
    readonly Tagging?: string;
    readonly WebsiteRedirectLocation?: string;
    readonly ChecksumAlgorithm?: string;
    readonly ChecksumCRC32?: string;
    readonly ChecksumCRC32C?: string;
    readonly ChecksumCRC64NVME?: string;
    readonly ChecksumSHA1?: string;
    readonly ChecksumSHA256?: string;
    readonly ChecksumSHA512?: string;
    readonly ChecksumMD5?: string;
    readonly ChecksumXXHASH64?: string;
    readonly ChecksumXXHASH3?: string;
    readonly ChecksumXXHASH128?: string;
    readonly IfMatch?: string;
    readonly IfNoneMatch?: string;
    readonly ContentLength?: number;
    readonly Metadata?: { readonly [name: string]: string };
    readonly ExpectedBucketOwner?: string;
    readonly RequestPayer?: string;
  };
  /** DELETE: an undo restores the state before it. */
  readonly 's3.objects.delete': {
    readonly Bucket: string;
    readonly Key: string;
    readonly IfMatch?: string;
    readonly IfMatchLastModifiedTime?: string;
    readonly IfMatchSize?: number;
    readonly MFA?: string;
    readonly BypassGovernanceRetention?: boolean;
    readonly VersionId?: Json;
    readonly ExpectedBucketOwner?: string;
    readonly RequestPayer?: string;
  };
  /** DELETE: an undo restores the state before it. */
  readonly 's3.objects.deleteMany': {
    readonly Bucket: string;
    readonly Delete: {
      readonly Objects: readonly {
        readonly Key: string;
        readonly ETag?: string;
        readonly LastModifiedTime?: string;
        readonly Size?: number;
        readonly VersionId?: Json;
      }[];
      readonly Quiet?: boolean;
    };
    readonly ChecksumAlgorithm?: string;
    readonly MFA?: string;
    readonly BypassGovernanceRetention?: boolean;
    readonly ExpectedBucketOwner?: string;
    readonly RequestPayer?: string;
  };
  /** CREATE: an undo restores the state before it. */
  readonly 's3.objects.copy': {
    readonly Bucket: string;
    readonly Key: string;
    readonly CopySource: string;
    readonly Metadata?: { readonly [name: string]: string };
    readonly BucketKeyEnabled?: boolean;
    readonly ACL?: string;
    readonly GrantFullControl?: string;
    readonly GrantRead?: string;
    readonly GrantReadACP?: string;
    readonly GrantWriteACP?: string;
    readonly CacheControl?: string;
    readonly ContentDisposition?: string;
    readonly ContentEncoding?: string;
    readonly ContentLanguage?: string;
    readonly ContentType?: string;
    readonly Expires?: string;
    readonly CopySourceIfMatch?: string;
    readonly CopySourceIfModifiedSince?: string;
    readonly CopySourceIfNoneMatch?: string;
    readonly CopySourceIfUnmodifiedSince?: string;
    readonly IfMatch?: string;
    readonly IfNoneMatch?: string;
    readonly ChecksumAlgorithm?: string;
    readonly MetadataDirective?: string;
    readonly TaggingDirective?: string;
    readonly AnnotationDirective?: string;
    readonly ServerSideEncryption?: string;
    readonly SSEKMSKeyId?: string;
    readonly SSEKMSEncryptionContext?: string;
    readonly StorageClass?: string;
    readonly Tagging?: string;
    readonly SSECustomerAlgorithm?: string;
    readonly SSECustomerKey?: string;
    readonly SSECustomerKeyMD5?: string;
    readonly CopySourceSSECustomerAlgorithm?: string;
    readonly CopySourceSSECustomerKey?: string;
    readonly CopySourceSSECustomerKeyMD5?: string;
    readonly WebsiteRedirectLocation?: string;
    readonly ExpectedSourceBucketOwner?: string;
    readonly ExpectedBucketOwner?: string;
    readonly RequestPayer?: string;
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 's3.objects.putTagging': {
    readonly Bucket: string;
    readonly Key: string;
    readonly Tagging: { readonly TagSet: readonly { readonly Key: string; readonly Value: string }[] };
    readonly ContentMD5?: string;
    readonly ChecksumAlgorithm?: string;
    readonly VersionId?: Json;
    readonly ExpectedBucketOwner?: string;
    readonly RequestPayer?: string;
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 's3.objects.deleteTagging': {
    readonly Bucket: string;
    readonly Key: string;
    readonly VersionId?: Json;
    readonly ExpectedBucketOwner?: string;
  };
  /** UPDATE: it cannot be undone. */
  readonly 's3.objects.putAcl': JsonObject;
  /** EXECUTE: it cannot be undone. */
  readonly 's3.objects.restore': JsonObject;
  /** CREATE: it cannot be undone. */
  readonly 's3.uploads.complete': JsonObject;
  /** DELETE: it cannot be undone. */
  readonly 's3.uploads.abort': JsonObject;
  /** CREATE: it cannot be undone. */
  readonly 's3.buckets.create': JsonObject;
  /** DELETE: it cannot be undone. */
  readonly 's3.buckets.delete': JsonObject;
  /** UPDATE: it cannot be undone. */
  readonly 's3.buckets.putPolicy': JsonObject;
  /** DELETE: it cannot be undone. */
  readonly 's3.buckets.deletePolicy': JsonObject;
  /** UPDATE: it cannot be undone. */
  readonly 's3.buckets.putLifecycle': JsonObject;
  /** UPDATE: it cannot be undone. */
  readonly 's3.buckets.putVersioning': JsonObject;
  /** EXECUTE: it cannot be undone. */
  readonly 's3.commands.send': { readonly command: string; readonly input: JsonObject };
  /** A read. */
  readonly 's3.objects.get': {
    readonly Bucket: string;
    readonly Key: string;
    readonly VersionId?: string;
    readonly ExpectedBucketOwner?: string;
    readonly Range?: string;
    readonly PartNumber?: number;
    readonly IfMatch?: string;
    readonly IfNoneMatch?: string;
    readonly IfModifiedSince?: string;
    readonly IfUnmodifiedSince?: string;
  };
  /** A read. */
  readonly 's3.objects.head': {
    readonly Bucket: string;
    readonly Key: string;
    readonly VersionId?: string;
    readonly ExpectedBucketOwner?: string;
    readonly Range?: string;
    readonly IfMatch?: string;
    readonly IfNoneMatch?: string;
    readonly IfModifiedSince?: string;
    readonly IfUnmodifiedSince?: string;
  };
  /** A read. */
  readonly 's3.objects.list': {
    readonly Bucket: string;
    readonly Prefix?: string;
    readonly Delimiter?: string;
    readonly EncodingType?: string;
    readonly ExpectedBucketOwner?: string;
    readonly MaxKeys?: number;
    readonly ContinuationToken?: string;
    readonly StartAfter?: string;
  };
  /** A read. */
  readonly 's3.objects.getTagging': {
    readonly Bucket: string;
    readonly Key: string;
    readonly VersionId?: string;
    readonly ExpectedBucketOwner?: string;
  };
  /** A read. */
  readonly 's3.objects.getAcl': {
    readonly Bucket: string;
    readonly Key: string;
    readonly VersionId?: string;
    readonly ExpectedBucketOwner?: string;
  };
  /** A read. */
  readonly 's3.objects.listVersions': {
    readonly Bucket: string;
    readonly Prefix?: string;
    readonly Delimiter?: string;
    readonly EncodingType?: string;
    readonly ExpectedBucketOwner?: string;
    readonly MaxKeys?: number;
    readonly KeyMarker?: string;
    readonly VersionIdMarker?: string;
  };
  /** A read. */
  readonly 's3.uploads.list': {
    readonly Bucket: string;
    readonly Prefix?: string;
    readonly Delimiter?: string;
    readonly EncodingType?: string;
    readonly ExpectedBucketOwner?: string;
    readonly MaxUploads?: number;
    readonly KeyMarker?: string;
    readonly UploadIdMarker?: string;
  };
  /** A read. */
  readonly 's3.uploads.listParts': {
    readonly Bucket: string;
    readonly Key: string;
    readonly UploadId: string;
    readonly MaxParts?: number;
    readonly PartNumberMarker?: string;
    readonly ExpectedBucketOwner?: string;
  };
  /** A read. */
  readonly 's3.buckets.list': {
    readonly Prefix?: string;
    readonly MaxBuckets?: number;
    readonly ContinuationToken?: string;
    readonly BucketRegion?: string;
  };
  /** A read. */
  readonly 's3.buckets.head': { readonly Bucket: string; readonly ExpectedBucketOwner?: string };
  /** A read. */
  readonly 's3.buckets.getLocation': { readonly Bucket: string; readonly ExpectedBucketOwner?: string };
  /** A read. */
  readonly 's3.buckets.getPolicy': { readonly Bucket: string; readonly ExpectedBucketOwner?: string };
  /** A read. */
  readonly 's3.buckets.getLifecycle': { readonly Bucket: string; readonly ExpectedBucketOwner?: string };
  /** A read. */
  readonly 's3.buckets.getVersioning': { readonly Bucket: string; readonly ExpectedBucketOwner?: string };
  /** CREATE: an undo makes up for it. */
  readonly 'slack.chat.postMessage': Json | Json;
  /** UPDATE: an undo restores the state before it. */
  readonly 'slack.chat.update': {
    readonly channel: string;
    readonly ts: string;
    readonly text?: string;
    readonly blocks?: readonly JsonObject[];
    readonly attachments?: readonly JsonObject[];
    readonly metadata?: JsonObject;
    readonly parse?: string;
    readonly link_names?: boolean;
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'slack.conversations.setTopic': { readonly channel: string; readonly topic: string };
  /** UPDATE: an undo restores the state before it. */
  readonly 'slack.conversations.setPurpose': { readonly channel: string; readonly purpose: string };
  /** UPDATE: an undo restores the state before it. */
  readonly 'slack.conversations.rename': { readonly channel: string; readonly name: string };
  /** UPDATE: an undo restores the state before it. */
  readonly 'slack.conversations.archive': { readonly channel: string };
  /** UPDATE: an undo restores the state before it. */
  readonly 'slack.conversations.unarchive': { readonly channel: string };
  /** CREATE: an undo makes up for it. */
  readonly 'slack.conversations.create': {
    readonly name: string;
    readonly is_private?: boolean;
    readonly team_id?: string;
  };
  /** CREATE: an undo restores the state before it. */
  readonly 'slack.reactions.add': { readonly channel: string; readonly timestamp: string; readonly name: string };
  /** DELETE: an undo restores the state before it. */
  readonly 'slack.reactions.remove': { readonly channel: string; readonly timestamp: string; readonly name: string };
  /** CREATE: an undo restores the state before it. */
  readonly 'slack.pins.add': { readonly channel: string; readonly timestamp: string };
  /** DELETE: an undo restores the state before it. */
  readonly 'slack.pins.remove': { readonly channel: string; readonly timestamp: string };
  /** CREATE: an undo restores the state before it. */
  readonly 'slack.bookmarks.add': {
    readonly channel_id: string;
    readonly title: string;
    readonly link: string;
    readonly emoji?: string;
    readonly type: Json;
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'slack.bookmarks.edit': {
    readonly channel_id: string;
    readonly bookmark_id: string;
    readonly title?: string;
    readonly link?: string;
    readonly emoji?: string;
  };
  /** DELETE: an undo makes up for it. */
  readonly 'slack.bookmarks.remove': { readonly channel_id: string; readonly bookmark_id: string };
  /** DELETE: it cannot be undone. */
  readonly 'slack.chat.delete': JsonObject;
  /** CREATE: it cannot be undone. */
  readonly 'slack.chat.postEphemeral': JsonObject;
  /** CREATE: it cannot be undone. */
  readonly 'slack.chat.meMessage': JsonObject;
  /** CREATE: it cannot be undone. */
  readonly 'slack.chat.scheduleMessage': JsonObject;
  /** DELETE: it cannot be undone. */
  readonly 'slack.chat.deleteScheduledMessage': JsonObject;
  /** UPDATE: it cannot be undone. */
  readonly 'slack.conversations.invite': JsonObject;
  /** UPDATE: it cannot be undone. */
  readonly 'slack.conversations.kick': JsonObject;
  /** UPDATE: it cannot be undone. */
  readonly 'slack.conversations.leave': JsonObject;
  /** UPDATE: it cannot be undone. */
  readonly 'slack.conversations.join': JsonObject;
  /** CREATE: it cannot be undone. */
  readonly 'slack.conversations.inviteShared': JsonObject;
  /** DELETE: it cannot be undone. */
  readonly 'slack.files.delete': JsonObject;
  /** CREATE: it cannot be undone. */
  readonly 'slack.files.uploadV2': JsonObject;
  /** UPDATE: it cannot be undone. */
  readonly 'slack.files.sharedPublicURL': JsonObject;
  /** UPDATE: it cannot be undone. */
  readonly 'slack.users.profile.set': JsonObject;
  /** UPDATE: it cannot be undone. */
  readonly 'slack.users.setPresence': JsonObject;
  /** UPDATE: it cannot be undone. */
  readonly 'slack.views.publish': JsonObject;
  /** CREATE: it cannot be undone. */
  readonly 'slack.views.open': JsonObject;
  /** A read. */
  readonly 'slack.conversations.list': {
    readonly limit?: number;
    readonly cursor?: string;
    readonly types?: string;
    readonly exclude_archived?: boolean;
    readonly team_id?: string;
  };
  /** A read. */
  readonly 'slack.conversations.info': { readonly channel: string; readonly include_num_members?: boolean };
  /** A read. */
  readonly 'slack.conversations.history': {
    readonly channel: string;
    readonly limit?: number;
    readonly cursor?: string;
    readonly oldest?: string;
    readonly latest?: string;
    readonly inclusive?: boolean;
    readonly include_all_metadata?: boolean;
  };
  /** A read. */
  readonly 'slack.conversations.replies': {
    readonly channel: string;
    readonly ts: string;
    readonly limit?: number;
    readonly cursor?: string;
    readonly oldest?: string;
    readonly latest?: string;
    readonly inclusive?: boolean;
    readonly include_all_metadata?: boolean;
  };
  /** A read. */
  readonly 'slack.conversations.members': {
    readonly channel: string;
    readonly limit?: number;
    readonly cursor?: string;
  };
  /** A read. */
  readonly 'slack.chat.getPermalink': { readonly channel: string; readonly message_ts: string };
  /** A read. */
  readonly 'slack.reactions.get': {
    readonly channel?: string;
    readonly timestamp?: string;
    readonly file?: string;
    readonly full?: boolean;
  };
  /** A read. */
  readonly 'slack.pins.list': { readonly channel: string };
  /** A read. */
  readonly 'slack.bookmarks.list': { readonly channel_id: string };
  /** A read. */
  readonly 'slack.users.list': { readonly limit?: number; readonly cursor?: string; readonly team_id?: string };
  /** A read. */
  readonly 'slack.users.info': { readonly user: string };
  /** A read. */
  readonly 'slack.users.lookupByEmail': { readonly email: string };
  /** A read. */
  readonly 'slack.search.messages': {
    readonly query: string;
    readonly count?: number;
    readonly page?: number;
    readonly sort?: 'score' | 'timestamp';
    readonly sort_dir?: 'asc' | 'desc';
  };
  /** CREATE: an undo restores the state before it. */
  readonly 'stripe.customers.create': {
    readonly name?: string | null;
    readonly email?: string | null;
    readonly phone?: string | null;
    readonly description?: string | null;
    readonly balance?: number;
    readonly tax_exempt?: string | null;
    readonly address?: JsonObject | null | Json;
    readonly metadata?: { readonly [name: string]: string | number | null } | null | Json;
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'stripe.customers.update': {
    readonly id: string;
    readonly name?: string | null;
    readonly email?: string | null;
    readonly phone?: string | null;
    readonly description?: string | null;
    readonly balance?: number;
    readonly tax_exempt?: string | null;
    readonly address?: JsonObject | null | Json;
    readonly metadata?: { readonly [name: string]: string | number | null } | null | Json;
    readonly expand?: readonly string[];
  };
  /** CREATE: an undo makes up for it. */
  readonly 'stripe.products.create': {
    readonly name?: string | null;
    readonly active?: boolean;
    readonly description?: string | null;
    readonly url?: string | null;
    readonly unit_label?: string | null;
    readonly metadata?: { readonly [name: string]: string | number | null } | null | Json;
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'stripe.products.update': {
    readonly id: string;
    readonly name?: string | null;
    readonly active?: boolean;
    readonly description?: string | null;
    readonly url?: string | null;
    readonly unit_label?: string | null;
    readonly metadata?: { readonly [name: string]: string | number | null } | null | Json;
    readonly expand?: readonly string[];
  };
  /** CREATE: an undo makes up for it. */
  readonly 'stripe.prices.create': {
    readonly active?: boolean;
    readonly nickname?: string | null;
    readonly lookup_key?: string | null;
    readonly currency?: string | null;
    readonly unit_amount?: number;
    readonly metadata?: { readonly [name: string]: string | number | null } | null | Json;
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'stripe.prices.update': {
    readonly id: string;
    readonly active?: boolean;
    readonly nickname?: string | null;
    readonly lookup_key?: string | null;
    readonly metadata?: { readonly [name: string]: string | number | null } | null | Json;
    readonly expand?: readonly string[];
  };
  /** CREATE: an undo makes up for it. */
  readonly 'stripe.paymentIntents.create': {
    readonly amount?: number;
    readonly currency?: string | null;
    readonly description?: string | null;
    readonly receipt_email?: string | null;
    readonly customer?: string | null;
    readonly metadata?: { readonly [name: string]: string | number | null } | null | Json;
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'stripe.paymentIntents.update': {
    readonly id: string;
    readonly amount?: number;
    readonly currency?: string | null;
    readonly description?: string | null;
    readonly receipt_email?: string | null;
    readonly metadata?: { readonly [name: string]: string | number | null } | null | Json;
    readonly expand?: readonly string[];
  };
  /** CREATE: an undo makes up for it. */
  readonly 'stripe.checkout.sessions.create': {
    readonly mode?: string | null;
    readonly customer?: string | null;
    readonly client_reference_id?: string | null;
    readonly metadata?: { readonly [name: string]: string | number | null } | null | Json;
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'stripe.charges.update': {
    readonly id: string;
    readonly description?: string | null;
    readonly receipt_email?: string | null;
    readonly metadata?: { readonly [name: string]: string | number | null } | null | Json;
    readonly expand?: readonly string[];
  };
  /** UPDATE: an undo restores the state before it. */
  readonly 'stripe.subscriptions.update': {
    readonly id: string;
    readonly cancel_at_period_end?: boolean;
    readonly collection_method?: string | null;
    readonly days_until_due?: number;
    readonly default_payment_method?: string | null;
    readonly description?: string | null;
    readonly metadata?: { readonly [name: string]: string | number | null } | null | Json;
    readonly expand?: readonly string[];
  };
  /** DELETE: it cannot be undone. */
  readonly 'stripe.customers.del': JsonObject;
  /** CREATE: it cannot be undone. */
  readonly 'stripe.customers.createSource': JsonObject;
  /** DELETE: it cannot be undone. */
  readonly 'stripe.customers.deleteSource': JsonObject;
  /** DELETE: it cannot be undone. */
  readonly 'stripe.products.del': JsonObject;
  /** EXECUTE: it cannot be undone. */
  readonly 'stripe.paymentIntents.confirm': JsonObject;
  /** EXECUTE: it cannot be undone. */
  readonly 'stripe.paymentIntents.capture': JsonObject;
  /** EXECUTE: it cannot be undone. */
  readonly 'stripe.paymentIntents.cancel': JsonObject;
  /** CREATE: it cannot be undone. */
  readonly 'stripe.charges.create': JsonObject;
  /** EXECUTE: it cannot be undone. */
  readonly 'stripe.charges.capture': JsonObject;
  /** CREATE: it cannot be undone. */
  readonly 'stripe.refunds.create': JsonObject;
  /** EXECUTE: it cannot be undone. */
  readonly 'stripe.refunds.cancel': JsonObject;
  /** CREATE: it cannot be undone. */
  readonly 'stripe.payouts.create': JsonObject;
  /** EXECUTE: it cannot be undone. */
  readonly 'stripe.payouts.cancel': JsonObject;
  /** EXECUTE: it cannot be undone. */
  readonly 'stripe.payouts.reverse': JsonObject;
  /** CREATE: it cannot be undone. */
  readonly 'stripe.topups.create': JsonObject;
  /** CREATE: it cannot be undone. */
  readonly 'stripe.transfers.create': JsonObject;
  /** CREATE: it cannot be undone. */
  readonly 'stripe.transfers.createReversal': JsonObject;
  /** CREATE: it cannot be undone. */
  readonly 'stripe.subscriptions.create': JsonObject;
  /** EXECUTE: it cannot be undone. */
  readonly 'stripe.subscriptions.cancel': JsonObject;
  /** EXECUTE: it cannot be undone. */
  readonly 'stripe.subscriptions.resume': JsonObject;
  /** CREATE: it cannot be undone. */
  readonly 'stripe.invoices.create': JsonObject;
  /** DELETE: it cannot be undone. */
  readonly 'stripe.invoices.del': JsonObject;
  /** EXECUTE: it cannot be undone. */
  readonly 'stripe.invoices.finalizeInvoice': JsonObject;
  /** EXECUTE: it cannot be undone. */
  readonly 'stripe.invoices.sendInvoice': JsonObject;
  /** EXECUTE: it cannot be undone. */
  readonly 'stripe.invoices.pay': JsonObject;
  /** EXECUTE: it cannot be undone. */
  readonly 'stripe.invoices.voidInvoice': JsonObject;
  /** EXECUTE: it cannot be undone. */
  readonly 'stripe.invoices.markUncollectible': JsonObject;
  /** CREATE: it cannot be undone. */
  readonly 'stripe.creditNotes.create': JsonObject;
  /** UPDATE: it cannot be undone. */
  readonly 'stripe.disputes.update': JsonObject;
  /** EXECUTE: it cannot be undone. */
  readonly 'stripe.disputes.close': JsonObject;
  /** EXECUTE: it cannot be undone. */
  readonly 'stripe.paymentMethods.attach': JsonObject;
  /** EXECUTE: it cannot be undone. */
  readonly 'stripe.paymentMethods.detach': JsonObject;
  /** EXECUTE: it cannot be undone. */
  readonly 'stripe.setupIntents.confirm': JsonObject;
  /** CREATE: it cannot be undone. */
  readonly 'stripe.accounts.create': JsonObject;
  /** DELETE: it cannot be undone. */
  readonly 'stripe.accounts.del': JsonObject;
  /** DELETE: it cannot be undone. */
  readonly 'stripe.coupons.del': JsonObject;
  /** A read. */
  readonly 'stripe.customers.retrieve': { readonly id: string; readonly expand?: readonly string[] };
  /** A read. */
  readonly 'stripe.customers.list': {
    readonly limit?: number;
    readonly starting_after?: string;
    readonly ending_before?: string;
    readonly created?:
      | number
      | { readonly gt?: number; readonly gte?: number; readonly lt?: number; readonly lte?: number };
    readonly expand?: readonly string[];
    readonly email?: string;
  };
  /** A read. */
  readonly 'stripe.customers.search': {
    readonly query: string;
    readonly limit?: number;
    readonly page?: string;
    readonly expand?: readonly string[];
  };
  /** A read. */
  readonly 'stripe.charges.retrieve': { readonly id: string; readonly expand?: readonly string[] };
  /** A read. */
  readonly 'stripe.charges.list': {
    readonly limit?: number;
    readonly starting_after?: string;
    readonly ending_before?: string;
    readonly created?:
      | number
      | { readonly gt?: number; readonly gte?: number; readonly lt?: number; readonly lte?: number };
    readonly expand?: readonly string[];
    readonly customer?: string;
    readonly payment_intent?: string;
  };
  /** A read. */
  readonly 'stripe.paymentIntents.retrieve': { readonly id: string; readonly expand?: readonly string[] };
  /** A read. */
  readonly 'stripe.paymentIntents.list': {
    readonly limit?: number;
    readonly starting_after?: string;
    readonly ending_before?: string;
    readonly created?:
      | number
      | { readonly gt?: number; readonly gte?: number; readonly lt?: number; readonly lte?: number };
    readonly expand?: readonly string[];
    readonly customer?: string;
  };
  /** A read. */
  readonly 'stripe.refunds.retrieve': { readonly id: string; readonly expand?: readonly string[] };
  /** A read. */
  readonly 'stripe.refunds.list': {
    readonly limit?: number;
    readonly starting_after?: string;
    readonly ending_before?: string;
    readonly created?:
      | number
      | { readonly gt?: number; readonly gte?: number; readonly lt?: number; readonly lte?: number };
    readonly expand?: readonly string[];
    readonly charge?: string;
    readonly payment_intent?: string;
  };
  /** A read. */
  readonly 'stripe.invoices.retrieve': { readonly id: string; readonly expand?: readonly string[] };
  /** A read. */
  readonly 'stripe.invoices.list': {
    readonly limit?: number;
    readonly starting_after?: string;
    readonly ending_before?: string;
    readonly created?:
      | number
      | { readonly gt?: number; readonly gte?: number; readonly lt?: number; readonly lte?: number };
    readonly expand?: readonly string[];
    readonly customer?: string;
    readonly status?: string;
    readonly subscription?: string;
  };
  /** A read. */
  readonly 'stripe.subscriptions.retrieve': { readonly id: string; readonly expand?: readonly string[] };
  /** A read. */
  readonly 'stripe.subscriptions.list': {
    readonly limit?: number;
    readonly starting_after?: string;
    readonly ending_before?: string;
    readonly created?:
      | number
      | { readonly gt?: number; readonly gte?: number; readonly lt?: number; readonly lte?: number };
    readonly expand?: readonly string[];
    readonly customer?: string;
    readonly price?: string;
    readonly status?: string;
  };
  /** A read. */
  readonly 'stripe.products.list': {
    readonly limit?: number;
    readonly starting_after?: string;
    readonly ending_before?: string;
    readonly created?:
      | number
      | { readonly gt?: number; readonly gte?: number; readonly lt?: number; readonly lte?: number };
    readonly expand?: readonly string[];
    readonly active?: boolean;
  };
  /** A read. */
  readonly 'stripe.prices.list': {
    readonly limit?: number;
    readonly starting_after?: string;
    readonly ending_before?: string;
    readonly created?:
      | number
      | { readonly gt?: number; readonly gte?: number; readonly lt?: number; readonly lte?: number };
    readonly expand?: readonly string[];
    readonly active?: boolean;
    readonly product?: string;
    readonly currency?: string;
  };
  /** A read. */
  readonly 'stripe.balance.retrieve': { readonly expand?: readonly string[] };
}
