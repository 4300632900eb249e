/** Passwords: how they are kept, and which ones are refused although their form is right. */
import { hash, verify } from '@node-rs/argon2';
import { company } from 'shared/content/company';
import { COMMON_PASSWORD, passwordProblem } from 'shared/rules/accounts/account';
import { PASSWORD_MIN } from 'shared/rules/limits';
import { fieldsRefused } from '../../../problem.ts';

/** OWASP's recommendation for Argon2id: 19 MiB, two rounds, one lane. It is the package's default algorithm. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

export async function hashPassword(password: string): Promise<string> {
  return await hash(password, COST);
}

export async function isPassword(kept: string, password: string): Promise<boolean> {
  return await verify(kept, password);
}

let decoy: Promise<string> | undefined;

/**
 * Checks the password of an account that may not exist, taking the same time either way.
 * @param kept the account's hash, if there is one
 */
export async function isPasswordOfAnybody(kept: string | undefined, password: string): Promise<boolean> {
  const isRight = await isPassword(kept ?? (await (decoy ??= hashPassword('nobody has this password'))), password);
  return isRight && kept !== undefined;
}

/** Words that are tried first on this site, because it is this site. Letters only. */
const SITE_WORDS = [company.name, 'admin', 'administrator', 'website'].map(lettersOf);
const ONLY_SITE_WORDS = new RegExp(`^(?:${SITE_WORDS.filter((word) => word !== '').join('|')})+$`);
export const SITE_PASSWORD =
  "This is little more than this site's name, which attackers try first. Choose another one: three or four words are easy to remember.";

/** Digits and marks around a word make it no harder to guess. */
function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}]/gu, '');
}

/**
 * Refuses what the rules refuse, and passwords that everybody tries first, anywhere or on this site.
 * @param known name and address of the account
 * @throws ProblemError for the field `password`
 */
export async function requireGoodPassword(password: string, known: string[]): Promise<void> {
  const isCommon = async () => (await commonPasswords()).has(password.toLowerCase());
  const message =
    passwordProblem(password, known) ??
    (ONLY_SITE_WORDS.test(lettersOf(password)) ? SITE_PASSWORD : undefined) ??
    ((await isCommon()) ? COMMON_PASSWORD : undefined);
  if (message !== undefined) throw fieldsRefused([{ field: 'password', message }]);
}

let list: Promise<ReadonlySet<string>> | undefined;

/** Read when it is needed first: it takes some milliseconds to unpack. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  return (list ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter(({ length }) => length >= PASSWORD_MIN)),
  ));
}
