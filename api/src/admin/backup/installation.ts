/** The parts of an installation besides its settings, and where they are. */
import type { Db } from '../../database/schema.ts';

export interface Installation {
  /** Absolute. */
  dataDir: string;
  /** `DATABASE_URL`: PostgreSQL instead of the embedded database in `dataDir`. */
  databaseUrl: string | undefined;
  /** `SESSION_SECRET`, where the environment gives it. */
  givenSecret: string | undefined;
  /** `FILES_STORE`: object storage of CVs and images, instead of the database. */
  filesStore: string | undefined;
  /** The release store: a folder or `s3://bucket/prefix`; undefined where it is a static host, which others write. */
  releases: string | undefined;
}

export interface OpenInstallation extends Installation {
  /** Opened as it is, without migrating. */
  db: Db;
}
