/**
 * Every migration by name, applied in order of the names. A migration that was released is never changed.
 * They know the kind of database because the two name a generated key differently.
 */
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '../schema.ts';
import { posts } from './001-posts.ts';
import { contact } from './002-contact.ts';
import { articles } from './003-articles.ts';
import { newsletter } from './004-newsletter.ts';
import { accounts } from './010-accounts.ts';
import { careers } from './020-careers.ts';
import { searchAndImages } from './021-search-and-images.ts';
import { referrals } from './022-referrals.ts';
import { hiddenContent } from './023-hidden-content.ts';
import { largePayments } from './024-large-payments.ts';
import { resentMails } from './025-resent-mails.ts';
import { registrations } from './026-registrations.ts';
import { retention } from './027-retention.ts';
import { refunds } from './028-refunds.ts';
import { passkeys } from './030-passkeys.ts';
import { fileStorage } from './031-file-storage.ts';
import { ownedPosts } from './032-owned-posts.ts';
import { newsletterIssues } from './033-newsletter-issues.ts';
import { traceparent } from './034-traceparent.ts';
import { encryptedFiles } from './035-encrypted-files.ts';
import { searchWords } from './036-search-words.ts';
import { imagesByPost } from './037-images-by-post.ts';
import { oneSpelling } from './038-one-spelling.ts';
import { largeTables } from './039-large-tables.ts';

export function migrationsFor(kind: DatabaseKind): Record<string, Migration> {
  return {
    '001-posts': posts(kind),
    '002-contact': contact(),
    '003-articles': articles(kind),
    '004-newsletter': newsletter(),
    '010-accounts': accounts(),
    '020-careers': careers(kind),
    '021-search-and-images': searchAndImages(kind),
    '022-referrals': referrals(kind),
    '023-hidden-content': hiddenContent(),
    '024-large-payments': largePayments(kind),
    '025-resent-mails': resentMails(),
    '026-registrations': registrations(),
    '027-retention': retention(),
    '028-refunds': refunds(kind),
    '030-passkeys': passkeys(),
    '031-file-storage': fileStorage(kind),
    '032-owned-posts': ownedPosts(),
    '033-newsletter-issues': newsletterIssues(kind),
    '034-traceparent': traceparent(),
    '035-encrypted-files': encryptedFiles(),
    '036-search-words': searchWords(kind),
    '037-images-by-post': imagesByPost(),
    '038-one-spelling': oneSpelling(),
    '039-large-tables': largeTables(),
  };
}
