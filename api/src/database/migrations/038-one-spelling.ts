import { domainToASCII } from 'node:url';
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

interface Before {
  users: { id: string; email: string };
}

/**
 * Accounts have emails in one spelling: `bücher.example` is `xn--bcher-kva.example`. Only the identity provider could
 * bring another one. Where a person has an account under either, both stay as they are.
 */
export function oneSpelling(): Migration {
  return {
    async up(db: Kysely<Before>) {
      const users = await db
        .selectFrom('users')
        .select(['id', 'email'])
        .where(sql<boolean>`octet_length(email) > length(email)`)
        .execute();
      for (const { id, email } of users) {
        const spelling = oneOf(email);
        await db
          .updateTable('users')
          .set({ email: spelling })
          .where('id', '=', id)
          .where(({ not, exists, selectFrom }) =>
            not(exists(selectFrom('users as other').select('other.id').where('other.email', '=', spelling))),
          )
          .execute();
      }
    },
  };
}

/** A copy of `emailKey` on purpose: a migration never changes what it does. */
function oneOf(email: string): string {
  const [, name = '', domain = ''] = /^(.*)@([^@]*)$/s.exec(email.normalize('NFC').toLowerCase()) ?? [];
  return `${name}@${domainToASCII(domain) || domain}`;
}
