import type { TriggerEvent } from '#sql/mysql/names';

/** A condition on the columns of the schema and the name of a table. */
export type Found = (schema: string, name: string) => string;

/** Converts a column to one collation: those of the catalogue differ from each other. */
export const text = (column: string) => `CONVERT(${column} USING utf8mb4)`;

const binary = (column: string) => `${text(column)} COLLATE utf8mb4_bin`;

/** The user as the catalogue writes it: its name may contain an @, its host cannot. */
const HOST = "SUBSTRING_INDEX(CURRENT_USER(), '@', -1)";
const NAME = `LEFT(CURRENT_USER(), CHAR_LENGTH(CURRENT_USER()) - CHAR_LENGTH(${HOST}) - 1)`;
const QUOTE = '_utf8mb4 0x27';
const IS_USER = `${binary('GRANTEE')} = ${binary(`CONCAT(${QUOTE}, ${NAME}, ${QUOTE}, '@', ${QUOTE}, ${HOST}, ${QUOTE})`)}`;

/** From MDEV-37474 on, MariaDB shows a trigger, without its body, to each user who may write to its table. */
const SHOWN_TO_WRITERS = `EXISTS (SELECT 1 FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = 'information_schema'
  AND TABLE_NAME = 'TRIGGERS' AND COLUMN_NAME = 'ACTION_STATEMENT' AND IS_NULLABLE = 'YES')`;
/** The privileges with which the triggers of a table are seen. */
const SHOWS = `(PRIVILEGE_TYPE = 'TRIGGER' /*M! OR (PRIVILEGE_TYPE IN ('INSERT', 'UPDATE', 'DELETE') AND ${SHOWN_TO_WRITERS}) */)`;

/**
 * Checks whether the user has one of these rights on the table `t`. Of the matching patterns of databases the server
 * uses one, so all of them have to grant it. Rights of a role are not listed.
 */
const IS_SHOWN = `(
  EXISTS (SELECT 1 FROM information_schema.USER_PRIVILEGES WHERE ${IS_USER} AND ${SHOWS})
  OR EXISTS (SELECT 1 FROM information_schema.TABLE_PRIVILEGES p WHERE ${IS_USER} AND ${SHOWS}
    AND ${binary('p.TABLE_SCHEMA')} = ${binary('t.TABLE_SCHEMA')} AND ${binary('p.TABLE_NAME')} = ${binary('t.TABLE_NAME')})
  OR COALESCE((SELECT MIN(given.shows) FROM
    (SELECT ${binary('TABLE_SCHEMA')} AS pattern, MAX(${SHOWS}) AS shows FROM information_schema.SCHEMA_PRIVILEGES
      WHERE ${IS_USER} GROUP BY 1) AS given
    WHERE ${binary('t.TABLE_SCHEMA')} LIKE given.pattern ESCAPE _utf8mb4 0x5C), 0) = 1)
  /*!80016 AND @@partial_revokes = 0 */`;

/** With these settings, and in no mode of another server, a body has the meaning that it seems to have. */
const IS_CLEAR = `CHARACTER_SET_CLIENT IN ('utf8', 'utf8mb3', 'utf8mb4', 'latin1', 'ascii', 'binary')
  AND CONCAT(',', SQL_MODE, ',') NOT LIKE '%,ORACLE,%'`;

/**
 * Rows `[kind, database, name, body]` of the tables that are written to: `trigger`, with an empty body where that is not
 * shown or is not clear, and `hidden`: the user may not see the triggers of this table.
 * @param isNamed whether the statement itself names them: then the user may write to them, or it fails
 */
export function triggerEffects(found: Found, events: readonly TriggerEvent[], isNamed: boolean): readonly string[] {
  const fires = events.map((event) => `EVENT_MANIPULATION LIKE '%${event}%'`).join(' OR ');
  return [
    `SELECT 'trigger', ${text('EVENT_OBJECT_SCHEMA')}, ${text('EVENT_OBJECT_TABLE')},
            CASE WHEN ${IS_CLEAR} THEN COALESCE(${text('ACTION_STATEMENT')}, '') ELSE '' END
       FROM information_schema.TRIGGERS WHERE ${found('EVENT_OBJECT_SCHEMA', 'EVENT_OBJECT_TABLE')} AND (${fires})`,
    `SELECT 'hidden', ${text('t.TABLE_SCHEMA')}, ${text('t.TABLE_NAME')}, '' FROM information_schema.TABLES t
      WHERE ${found('t.TABLE_SCHEMA', 't.TABLE_NAME')} AND t.TABLE_TYPE <> 'VIEW'
        AND NOT (${IS_SHOWN}) ${isNamed ? `/*M! AND NOT ${SHOWN_TO_WRITERS} */` : ''}`,
  ];
}
