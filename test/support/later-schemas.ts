import { schemaOf } from '../../src/bff/stores/postgres/postgres-schema.ts';
import type { Schema } from '../../src/bff/stores/schema.ts';
import { SCHEMA } from '../../src/bff/stores/sqlite/sqlite-schema.ts';

/** Returns a made-up later version of the tables in SQLite: version 2 has an archive in place of secrets, version 3 an audit. */
export const laterSqlite = (version: number): Schema => ({
  ...SCHEMA,
  steps: [
    {
      isExpanded: "EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'archive')",
      expand: 'CREATE TABLE archive (id TEXT PRIMARY KEY) STRICT;',
      contract: 'DROP TABLE secrets;',
    },
    {
      isExpanded: "EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'audit')",
      expand: 'CREATE TABLE audit (id TEXT PRIMARY KEY) STRICT;',
      contract: '',
    },
  ].slice(0, version - 1),
});

/** Returns the same in PostgreSQL. */
export const laterPostgres = (version: number, prefix: string): Schema => ({
  ...schemaOf(prefix),
  steps: [
    {
      isExpanded: `to_regclass('${prefix}archive') IS NOT NULL`,
      expand: `CREATE TABLE ${prefix}archive (id text PRIMARY KEY);`,
      contract: `DROP TABLE ${prefix}secrets;`,
    },
    {
      isExpanded: `to_regclass('${prefix}audit') IS NOT NULL`,
      expand: `CREATE TABLE ${prefix}audit (id text PRIMARY KEY);`,
      contract: '',
    },
  ].slice(0, version - 1),
});
