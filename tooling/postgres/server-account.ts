/** PostgreSQL refuses to run as root, and looks its account up by number: so an existing one is borrowed. */
import { readFileSync } from 'node:fs';

export interface ServerAccount {
  uid: number;
  gid: number;
}

/** The account `nobody` if this process is root, otherwise nothing: the server runs as the current user. */
export function serverAccount(): ServerAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (!uid || !gid)
    throw new Error(
      'As root, PostgreSQL needs the account "nobody", which this machine does not have. Run this as an ordinary user.',
    );
  return { uid: Number(uid), gid: Number(gid) };
}
