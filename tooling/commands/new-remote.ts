/** `npm run new-remote mf-events /events`: a new area with a page that works, to be released at once. */
import { CommandError, endWith } from '../processes/command-error.ts';
import { createRemote } from '../new-remote/create-remote.ts';

try {
  const [name, path, ...more] = process.argv.slice(2);
  if (name === undefined || path === undefined || more.length > 0)
    throw new CommandError('Give its name and the path of its first page: npm run new-remote mf-events /events');
  const written = await createRemote({ name, path });
  console.log(`${name} is there. Also written:
${written.map((sentence) => `  ${sentence}`).join('\n')}
Look at it with npm run dev -w ${name}, or with npm run dev among all others; release it with npm run release -w ${name}.`);
} catch (error) {
  endWith(error);
}
