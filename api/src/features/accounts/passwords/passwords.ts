/** Passwords: how they are kept, and which ones are refused although their form is right. */
import { hash, verify } from '@node-rs/argon2';
import { company } from 'shared/content/company';
import { COMMON_PASSWORD, passwordProblem } from 'shared/rules/accounts/account';
import { PASSWORD_MIN } from 'shared/rules/limits';
import { fieldsRefused } from '../../../problem.ts';

/** Cost of a hash with Argon2id, which is the package's default algorithm. */
export interface PasswordCost {
  /** In KiB. */
  memoryCost: number;
  /** Rounds. */
  timeCost: number;
  /** Lanes. */
  parallelism: number;
}

/** OWASP's recommendation: 19 MiB, two rounds, one lane. */
export const PASSWORD_COST: PasswordCost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** Keyboards differ in whether they write a letter with its accent as one character: the password is the same. */
export async function hashPassword(password: string, cost = PASSWORD_COST): Promise<string> {
  return await hash(password.normalize('NFC'), cost);
}

export async function isPassword(kept: string, password: string): Promise<boolean> {
  const composed = password.normalize('NFC');
  if (await verify(kept, composed)) return true;
  // Versions before December 2026 kept it as the keyboard wrote it.
  return composed !== password && (await verify(kept, password));
}

const decoys = new Map<PasswordCost, Promise<string>>();

/** A hash that belongs to no account, and takes as long to check as one that was made at this cost. */
function decoyOf(cost: PasswordCost): Promise<string> {
  const decoy = decoys.get(cost) ?? hashPassword('nobody has this password', cost);
  decoys.set(cost, decoy);
  return decoy;
}

/**
 * Checks the password of an account that may not exist, taking the same time either way.
 * @param kept the account's hash, if there is one
 * @param cost of hashes that are made now
 */
export async function isPasswordOfAnybody(
  kept: string | undefined,
  password: string,
  cost: PasswordCost,
): Promise<boolean> {
  const isRight = await isPassword(kept ?? (await decoyOf(cost)), password);
  return isRight && kept !== undefined;
}

/** Words that attackers try first on this particular site. Letters only. */
const SITE_WORDS = [company.name, 'admin', 'administrator', 'website'].map(lettersOf);
const ONLY_SITE_WORDS = new RegExp(`^(?:${SITE_WORDS.filter((word) => word !== '').join('|')})+$`);
export const SITE_PASSWORD =
  'This is little more than this site’s name, which attackers try first. Choose another one: three or four words are easy to remember.';

/** Only the letters: digits and marks around a word make it no harder to guess. */
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

/** Passwords that are tried first; loaded on first use, since unpacking takes a few milliseconds. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  return (list ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter(({ length }) => length >= PASSWORD_MIN)),
  ));
}
