/** Dead letters on the command line: `npm run outbox -w api` lists them, `npm run outbox -w api -- retry [id]` sends again. */
import { EnvError } from 'shared/node/env';
import { openDatabase } from './database/open.ts';
import { readApiEnv } from './env.ts';
import { listDead, revive } from './repositories/outbox.ts';

async function main([command = 'list', id]: string[]): Promise<void> {
  const env = readApiEnv();
  const { db } = openDatabase({ dataDir: env.DATA_DIR, url: env.DATABASE_URL });
  try {
    if (command === 'retry') {
      const count = await revive(db, new Date().toISOString(), id);
      console.log(`${count} mail(s) will be sent again by the running API within seconds.`);
    } else if (command === 'list') {
      const dead = await listDead(db);
      for (const mail of dead) {
        console.log(`${mail.id}  ${mail.topic} ${mail.topic_id}  given up ${mail.finished_at} after ${mail.attempts} attempt(s): ${mail.last_error}`);
      }
      console.log(`${dead.length} dead letter(s).`);
    } else {
      console.error(`Unknown command "${command}": use list or retry [id].`);
      process.exitCode = 1;
    }
  } finally {
    await db.destroy();
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof EnvError ? error.message : error);
  process.exit(1);
}
