/** Passwords: how they are kept, and which ones are refused although their form is right. */
import { hash, verify } from '@node-rs/argon2';
import { COMMON_PASSWORD, passwordProblem } from 'shared/rules/account';
import { PASSWORD_MIN } from 'shared/rules/limits';
import { fieldsRefused } from '../../problem.ts';

/** OWASP's recommendation for Argon2id: 19 MiB, two rounds, one lane. It is the package's default algorithm. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

export async function hashPassword(password: string): Promise<string> {
  return await hash(password, COST);
}

export async function isPassword(kept: string, password: string): Promise<boolean> {
  return await verify(kept, password);
}

let decoy: Promise<string> | undefined;

/** Does what {@link isPassword} does, for an account that does not exist. @returns what can be nobody's password */
export async function lookAtDecoy(password: string): Promise<string> {
  await verify(await (decoy ??= hashPassword('nobody has this password')), password);
  return '';
}

/**
 * Refuses what the rules refuse and what everybody tries first.
 * @param known name and address of the account
 * @throws ProblemError for the field `password`
 */
export async function requireGoodPassword(password: string, known: string[]): Promise<void> {
  const isCommon = async () => (await commonPasswords()).has(password.toLowerCase());
  const message = passwordProblem(password, known) ?? ((await isCommon()) ? COMMON_PASSWORD : undefined);
  if (message !== undefined) throw fieldsRefused([{ field: 'password', message }]);
}

let list: Promise<ReadonlySet<string>> | undefined;

/** Read when it is needed first: it takes some milliseconds to unpack. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  return (list ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter(({ length }) => length >= PASSWORD_MIN)),
  ));
}
