/** The site's own articles, which home, /blogs and /blogDetails show and link to. */
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '../schema.ts';
import type { Article } from './articles/article.ts';
import { remoteByDefault } from './articles/1-remote-by-default.ts';
import { logs } from './articles/2-logs.ts';
import { twoCurrencies } from './articles/3-two-currencies.ts';
import { flutterOrReactNative } from './articles/4-flutter-or-react-native.ts';
import { clinicForms } from './articles/5-clinic-forms.ts';
import { checkout } from './articles/6-checkout.ts';
import { founderTalk } from './articles/7-founder-talk.ts';

const seeds = [remoteByDefault, logs, twoCurrencies, flutterOrReactNative, clinicForms, checkout, founderTalk];

export function articles(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<{ posts: Article }>) {
      await db.insertInto('posts').values(seeds).execute();
      // A given id does not move PostgreSQL's sequence; SQLite's follows by itself.
      if (kind === 'postgres') {
        await sql`select setval(pg_get_serial_sequence('posts', 'id'), (select max(id) from posts))`.execute(db);
      }
    },
  };
}
