/** Commands that take posts and images off the site, and bring them back: `hide`, `show` and `delete`. */
import { join } from 'node:path';
import type { Command } from 'commander';
import { POST_ID_MAX } from 'shared/rules/posts/post-id';
import type { Db } from '../../database/schema.ts';
import {
  deleteImage,
  deletePost,
  hidePost,
  setImageHidden,
  showPost,
} from '../../features/posts/moderation/moderation.ts';
import { clearDeleted, mailFileLog, requireDone, wholeNumber, type AdminContext } from './admin-context.ts';
import { addSubmissionDeletions } from './submission-commands.ts';

export function addPostCommands(admin: Command, context: AdminContext): void {
  const { database, filesOf, dataDir, say } = context;
  const posts = {
    hide: hidePost,
    show: showPost,
    delete: (db: Db, id: number) => deletePost(db, id, join(dataDir, 'mail'), mailFileLog(say)),
  };
  const images = {
    hide: (db: Db, id: string) => setImageHidden(db, id, true),
    show: (db: Db, id: string) => setImageHidden(db, id, false),
    delete: (db: Db, id: string) => deleteImage(db, filesOf(db), id),
  };
  for (const verb of ['hide', 'show', 'delete'] as const) {
    const isDelete = verb === 'delete';
    const what = isDelete ? 'a post, an image, a message or an application' : 'a post or an image';
    const command = admin.command(`${verb}`).description(`${verb} ${what}`);
    command
      .command('post')
      .argument('<id>', 'number of the post', wholeNumber)
      .action(async (id: number) => {
        const db = await database();
        requireDone(id <= POST_ID_MAX && (await posts[verb](db, id)), `post ${id} to ${verb}`);
        if (isDelete) await clearDeleted(db, say);
        say('Done.');
      });
    command
      .command('image')
      .argument('<id>')
      .action(async (id: string) => {
        const db = await database();
        requireDone(await images[verb](db, id), `image ${id} to ${verb}`);
        if (isDelete) await clearDeleted(db, say);
        say('Done.');
      });
    if (isDelete) addSubmissionDeletions(command, context);
  }
}
