import { isWider } from './wider-type.js';

describe('a type that a column has now', () => {
  it.each([
    ['bigint', 'integer'],
    ['bigint(20)', 'int(11)'],
    ['text', 'character varying(9)'],
    ['varchar(50)', 'varchar(9)'],
    ['character varying', 'character varying(9)'],
    ['numeric(12,2)', 'numeric(10,2)'],
    ['numeric', 'numeric(10,2)'],
    ['numeric', 'bigint'],
    ['decimal(19,0)', 'bigint(20)'],
    ['bigint(20) unsigned', 'int(10) unsigned'],
    ['bigint unsigned', 'int unsigned'],
    ['text', 'character varying'],
    ['mediumtext', 'text'],
    ['longtext', 'varchar(9)'],
    ["enum('a','b','c')", "enum('a','b')"],
  ])('%s is wider than %s', (now, before) => {
    expect(isWider(now, before)).toBe(true);
    expect(isWider(before, now)).toBe(false);
  });

  it.each([
    ['text', 'integer'],
    ['bigint', 'text'],
    ['int(10) unsigned', 'int(11)'],
    ['bigint(20)', 'int(10) unsigned'],
    ['numeric(12,3)', 'numeric(10,2)'],
    ['timestamp with time zone', 'timestamp without time zone'],
    ['varchar(50)', 'text'],
    ['tinytext', 'varchar(9)'],
    ['decimal(12,0)', 'bigint(20)'],
    ['numeric(12,2)', 'bigint'],
    ["enum('b','a','c')", "enum('a','b')"],
    ["enum('a')", "enum('a','b')"],
    ['int(10) unsigned zerofill', 'int(10) unsigned'],
    ['character(9)', 'character varying(9)'],
  ])('%s is not wider than %s', (now, before) => {
    expect(isWider(now, before)).toBe(false);
  });
});
