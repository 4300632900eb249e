/** `npm run admin -- launch`: lists what only the owner can supply, and where. */
import { type Command, InvalidArgumentError } from 'commander';
import { type Sample, samples } from 'shared/content/samples';
import type { Env } from '../env.ts';
import { AdminError } from './admin-error.ts';

/** Optional services. */
const OPTIONAL = ['google', 'payments'] as const;
type OptionalService = (typeof OPTIONAL)[number];

interface Place {
  what: string;
  /** From the repository's root. */
  where: string;
}

const COMPANY = 'shared/content/company.ts';

/** Where each sample is. */
export const places: Record<Sample, Place> = {
  phone: { what: "the company's phone number", where: COMPANY },
  email: { what: "the company's email address", where: COMPANY },
  address: { what: "the company's address", where: COMPANY },
  mailingAddress: { what: "the company's mailing address", where: COMPANY },
  social: {
    what: "links to the company's pages elsewhere, which lead to the services' own front pages",
    where: COMPANY,
  },
  answersWithin: { what: 'how soon messages and applications are answered', where: COMPANY },
  openings: { what: 'which roles are open, since when and on what terms', where: 'shared/content/roles.ts' },
  team: { what: 'the ten people of the team', where: 'mf-marketing/src/content/samples.ts' },
  quotes: { what: 'what clients say, and who they are', where: 'mf-marketing/src/content/samples.ts' },
  cases: { what: "the portfolio's cases", where: 'mf-marketing/src/content/cases.ts' },
  jurisdiction: {
    what: '[jurisdiction] in the legal texts, which a lawyer should have read',
    where: 'mf-marketing/src/content/legal',
  },
};

type LaunchEnv = Pick<
  Env,
  | 'PUBLIC_URL'
  | 'SMTP_URL'
  | 'MAIL_FROM'
  | 'CONTACT_TO'
  | 'CAREERS_TO'
  | 'DATABASE_URL'
  | 'SESSION_SECRET'
  | 'PAYMENTS_SECRET'
  | 'OIDC_CLIENT_ID'
  | 'OIDC_CLIENT_SECRET'
>;

/** What is left to do, a sentence each. @param without services that the company does not want */
export function leftToSupply(
  env: LaunchEnv,
  without: readonly OptionalService[] = [],
  marked: Readonly<Record<Sample, boolean>> = samples,
): { content: string[]; settings: string[] } {
  const content = (Object.keys(places) as Sample[])
    .filter((sample) => marked[sample])
    .map(
      (sample) =>
        `${places[sample].what}: ${places[sample].where}; then \`${sample}: false\` in shared/content/samples.ts`,
    );
  return { content, settings: settingsLeft(env, without) };
}

function settingsLeft(env: LaunchEnv, without: readonly OptionalService[]): string[] {
  const { protocol, hostname } = new URL(env.PUBLIC_URL);
  const emails = (['MAIL_FROM', 'CONTACT_TO', 'CAREERS_TO'] as const).filter((name) => isNobodys(env[name]));
  const found: [boolean, string][] = [
    [
      protocol !== 'https:' || hostname === 'localhost' || isNobodys(`x@${hostname}`),
      `PUBLIC_URL is ${env.PUBLIC_URL}: set it to where visitors find the site, with https`,
    ],
    [!env.SMTP_URL, 'SMTP_URL is not set: mails are written into files, and nobody gets them'],
    [
      emails.length > 0,
      `${emails.map((name) => `${name} is ${env[name]}`).join(', ')}: nobody reads mail to that address`,
    ],
    [Boolean(env.DATABASE_URL) && !env.SESSION_SECRET, 'SESSION_SECRET is not set; DATABASE_URL requires it'],
    [
      !env.PAYMENTS_SECRET && !without.includes('payments'),
      'PAYMENTS_SECRET is not set: no payment event is taken, and referrals earn tokens by hand only (--without payments)',
    ],
    [
      !(env.OIDC_CLIENT_ID && env.OIDC_CLIENT_SECRET) && !without.includes('google'),
      'OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are not set: nobody can sign in with Google (--without google)',
    ],
  ];
  return found.flatMap(([isLeft, sentence]) => (isLeft ? [sentence] : []));
}

/** Domains reserved for examples (RFC 2606). */
const isNobodys = (emailOrHost: string): boolean =>
  /[@.](example(\.(com|net|org))?|test|invalid|localhost)$/i.test(emailOrHost);

export function addLaunchCommand(
  admin: Command,
  { env, print }: { env: LaunchEnv; print: (text: string) => void },
): void {
  admin
    .command('launch')
    .description('list what is still a sample, and which settings are missing; status 1 while anything is left')
    .option('--without <services>', `leave out what the company does not want: ${OPTIONAL.join(',')}`, services)
    .action(({ without }: { without?: OptionalService[] }) => {
      const { content, settings } = leftToSupply(env, without);
      const list = (title: string, lines: string[]) =>
        lines.length > 0 && print(`${[title, ...lines].join('\n  - ')}\n`);
      list('Samples to replace:', content);
      list('Settings (README.md says what each allows):', settings);
      const count = content.length + settings.length;
      if (count > 0) throw new AdminError(`${count} left to do before launch.`);
      print(
        'Nothing is left to supply. After changes of content, release the remotes, then build and restart the site.\n',
      );
    });
}

function services(value: string): OptionalService[] {
  const names = value.split(',').map((name) => name.trim());
  const isOptional = (name: string): name is OptionalService => (OPTIONAL as readonly string[]).includes(name);
  if (names.every(isOptional)) return names;
  throw new InvalidArgumentError(`Allowed are ${OPTIONAL.join(' and ')}, separated by commas.`);
}
