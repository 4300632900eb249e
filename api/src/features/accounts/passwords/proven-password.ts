/**
 * A password that has been checked. Better Auth would check it once more, which takes long, and would do so only for
 * existing accounts.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

interface Proof {
  /** The account's. */
  hash: string;
  password: string;
}

const proven = new AsyncLocalStorage<Proof>();

/** Within `work` this password is known to be that of the hash. Call it with what `isPassword` has found right. */
export function withProven<Result>(proof: Proof, work: () => Promise<Result>): Promise<Result> {
  return proven.run(proof, work);
}

export function isProven({ hash, password }: Proof): boolean {
  const proof = proven.getStore();
  return proof !== undefined && proof.hash === hash && proof.password === password;
}
