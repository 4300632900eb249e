/**
 * Tables as the queries see them, the same in SQLite and PostgreSQL; in the database the names are snake case
 * (`open.ts`). Times are ISO 8601 texts in UTC with milliseconds, which both databases sort by time.
 */
import type { Kysely } from 'kysely';
import type { AccountTables } from './tables/accounts.ts';
import type { CareersTables } from './tables/careers.ts';
import type { ContactTables } from './tables/contact.ts';
import type { FileTables } from './tables/files.ts';
import type { GroundTables } from './tables/ground.ts';
import type { NewsletterTables } from './tables/newsletter.ts';
import type { PostTables } from './tables/posts.ts';
import type { ReferralTables } from './tables/referrals.ts';

/** All but the index for searching, which has a repository of its own (`features/posts/search/search-index.ts`). */
export interface Schema
  extends AccountTables,
    CareersTables,
    ContactTables,
    FileTables,
    GroundTables,
    NewsletterTables,
    PostTables,
    ReferralTables {}

/** A connection pool or a transaction: repositories take either. */
export type Db = Kysely<Schema>;

export type DatabaseKind = 'sqlite' | 'postgres';
