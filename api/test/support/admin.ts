/** An administrator's commands, run within the test's process on the database of an API that a test started. */
import { adminCommands } from '../../src/admin/commands/commands.ts';
import { PUBLIC_URL, SECRET, type TestApi } from './api.ts';

type Options = Parameters<typeof adminCommands>[0];

/**
 * Runs `npm run admin -- <words>`.
 * @param more what differs from an installation without settings
 * @returns what it printed @throws AdminError
 */
export async function runAdminCommand(
  { db, place }: Pick<TestApi, 'db' | 'place'>,
  words: readonly string[],
  more: Partial<Options> = {},
): Promise<string> {
  let printed = '';
  const commands = adminCommands({
    database: async () => db,
    secret: () => SECRET,
    dataDir: place.dataDir,
    publicUrl: PUBLIC_URL,
    mailFrom: 'site@site.test',
    rewardMinimum: new Map(),
    print: (text) => (printed += text),
    ...more,
  });
  await commands.parseAsync([...words], { from: 'user' });
  return printed;
}
