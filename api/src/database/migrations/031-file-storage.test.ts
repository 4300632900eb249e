/** Files that were in the rows themselves are where every file is afterwards, byte by byte. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { databaseKinds, makePlace } from '../../../test/support/database.ts';
import { openFiles } from '../../files/open-files.ts';
import { migrate, migratorFor } from '../migrate.ts';
import { openDatabase } from '../open.ts';

test.each(databaseKinds)('files are carried over on %s', async (kind) => {
  const place = await makePlace(kind);
  const db = openDatabase(place);
  try {
    await migratorFor(db).migrateTo('028-refunds');
    const contents = Array.from({ length: 5 }, (_, n) => randomBytes(n * 100_000));
    for (const [n, content] of contents.entries()) {
      await sql`insert into files (id, name, media_type, size, content, created_at)
        values (${`id-${n}`}, ${`cv-${n}.pdf`}, 'application/pdf', ${content.length}, ${content}, '2026-01-01')`.execute(
        db,
      );
      await sql`insert into images (id, data, width, height, created_at)
        values (${`id-${n}`}, ${content}, 1, 1, '2026-01-01')`.execute(db);
    }
    await migrate(db);
    const files = openFiles(db);
    const named = [
      ...(await db.selectFrom('files').select(['id', 'storedAs']).orderBy('id').execute()),
      ...(await db.selectFrom('images').select(['id', 'storedAs']).orderBy('id').execute()),
    ];
    expect(named).toHaveLength(10);
    for (const [n, { id, storedAs }] of named.entries()) {
      expect(id).toBe(`id-${n % 5}`);
      const file = await files.get(storedAs);
      expect(file?.type).toBe(n < 5 ? 'application/pdf' : 'image/webp');
      expect(file?.bytes.equals(contents[n % 5]!)).toBe(true);
    }
    const tables = await db.introspection.getTables();
    const columnsOf = (name: string) =>
      tables.find((table) => table.name === name)?.columns.map((column) => column.name);
    expect(columnsOf('files')).not.toContain('content');
    expect(columnsOf('images')).not.toContain('data');
  } finally {
    await db.destroy();
    await place.remove();
  }
});
