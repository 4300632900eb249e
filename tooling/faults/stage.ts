/** The whole site on one database, as in production, with a member who is logged in. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { accountCalls } from '../../shared/contracts/account.ts';
import { contactCall } from '../../shared/contracts/contact.ts';
import { postCalls } from '../../shared/contracts/posts.ts';
import { HOP_IP_HEADER, HOP_TOKEN_HEADER, hopToken } from '../../shared/node/hop.ts';
import { residentMegabytes } from '../processes/resident-memory.ts';
import { type RunningServer } from '../processes/servers.ts';
import { startPostgres } from '../postgres/start-postgres.ts';
import { startIdentityProvider } from '../identity-provider/identity-provider.ts';
import { freePort } from '../processes/free-port.ts';
import { repositoryRoot } from '../workspace/root.ts';
import { startSite } from '../site/start-site.ts';
import type { Servers } from './send.ts';
import { InstallationSecret } from '../../shared/node/installation-secret.ts';

export type DatabaseName = 'sqlite' | 'postgres';

/** `SESSION_SECRET` of the servers under test. */
export const SECRET = 'not a real secret: for fault runs only';
/** What the shell's calls carry. */
export const HOP_TOKEN = hopToken(new InstallationSecret(SECRET));
export const PAYMENTS_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const PASSWORD = 'four sound shuttles';
const MAIL_DEADLINE_MS = 20_000;

export interface Stage extends Servers {
  origin: string;
  /** `Cookie` of the member. */
  session: string;
  /** What the servers hold in memory, in MB, by name. */
  memory: () => Record<string, number>;
  /** Names of the servers that have ended by themselves. */
  gone: () => string[];
  /** What a visitor does on an ordinary day. @throws Error with what did not work */
  journey: () => Promise<void>;
  stop: () => Promise<void>;
}

export async function setStage(database: DatabaseName): Promise<Stage> {
  const postgres = database === 'postgres' ? await startPostgres() : undefined;
  // No sign-in succeeds: the answers to it are odd, too.
  const provider = await startIdentityProvider({ port: await freePort(), site: 'http://localhost', secret: SECRET });
  const site = await startSite({
    env: {
      ...provider.env,
      SESSION_SECRET: SECRET,
      PAYMENTS_SECRET,
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
      TRUST_PROXY: '127.0.0.1',
      ...(postgres ? { DATABASE_URL: postgres.url } : {}),
    },
  });
  const servers = (): Record<string, RunningServer | undefined> => ({ API: site.api(), shell: site.shell });
  const running = () =>
    Object.entries(servers()).filter(
      (entry): entry is [string, RunningServer] =>
        entry[1]?.process.exitCode === null && entry[1].process.signalCode === null,
    );
  const sitePort = Number(new URL(site.url).port);

  const call = async (target: string, body?: object, cookie = ''): Promise<Response> => {
    const headers = { origin: site.url, cookie, 'content-type': 'application/json' };
    const response = await fetch(new URL(target, site.url), {
      redirect: 'manual',
      headers,
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
    if (response.status >= 400)
      throw new Error(`${target} was answered with ${response.status}: ${await response.text()}`);
    return response;
  };
  const stop = async () => {
    await Promise.all([site.stop(), provider.down()]);
    await postgres?.stop();
  };
  const cookiesOf = (response: Response) =>
    response.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0]!)
      .join('; ');

  let members = 0;
  /** Registers, confirms and logs in. @returns `Cookie` of the session */
  const becomeMember = async (): Promise<string> => {
    const email = `sound${(members += 1)}@example.com`;
    await call(accountCalls.register, { username: 'Ada Obi', email, password: PASSWORD, term: true });
    const opened = await call(await mailedLink(site.dataDir, email));
    await call(accountCalls.confirm, { password: PASSWORD }, cookiesOf(opened));
    return cookiesOf(await call(accountCalls.login, { email, password: PASSWORD }));
  };

  try {
    const session = await becomeMember();
    return {
      origin: site.url,
      session,
      folders: [repositoryRoot, site.dataDir],
      port: (target) => (target === 'site' ? sitePort : site.api()?.port),
      usual: (target, ip) => ({
        host: `localhost:${target === 'site' ? sitePort : site.api()?.port}`,
        origin: site.url,
        from: target === 'site' ? { 'x-forwarded-for': ip } : { [HOP_TOKEN_HEADER]: HOP_TOKEN, [HOP_IP_HEADER]: ip },
        session,
      }),
      memory: () =>
        Object.fromEntries(running().map(([name, { process }]) => [name, Math.round(residentMegabytes(process.pid!))])),
      gone: () => Object.keys(servers()).filter((name) => !running().some(([alive]) => alive === name)),
      async journey() {
        const cookie = await becomeMember();
        const said = await (await call(accountCalls.session, undefined, cookie)).text();
        if (!said.includes('signed-in')) throw new Error(`a member who has just logged in is not: ${said}`);
        await call(contactCall, {
          fullName: 'Ada Obi',
          email: 'ada@example.com',
          phone: '08031234567',
          subject: 'Obi Foods',
          message: 'We need a shop.',
        });
        const { postId } = (await (
          await call(postCalls.posts, { title: 'Afterwards', content: '<p>All is <em>well</em>.</p>' })
        ).json()) as { postId: number };
        const page = await (await call(`/post/${postId}`)).text();
        if (!page.includes('<em>well</em>')) throw new Error('a post that was published is not on its page');
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The link in the newest mail to an email address. */
async function mailedLink(dataDir: string, email: string): Promise<string> {
  const folder = path.join(dataDir, 'mail');
  for (
    const deadline = Date.now() + MAIL_DEADLINE_MS;
    Date.now() < deadline;
    await new Promise((resolve) => setTimeout(resolve, 50))
  ) {
    // By their names the newest is the last; odd requests make mails too, to others.
    for (const name of (await readdir(folder).catch(() => []))
      .filter((file) => file.endsWith('.eml'))
      .toSorted()
      .toReversed()) {
      const { to, text = '' } = await PostalMime.parse(await readFile(path.join(folder, name)));
      const link = to?.[0]?.address === email && /^http\S+token=\S+$/m.exec(text)?.[0];
      if (link) return link;
    }
  }
  throw new Error(`No mail with a link came to ${email}.`);
}
