/** What owners see of their account. Never a session's token. */
import type { Account } from 'shared/contracts/account';

interface AccountFacts {
  user: { id: string; name: string; email: string };
  hasPassword: boolean;
  passkeys: { id: string; name: string | null; createdAt: string }[];
  sessions: { id: string; ipAddress: string | null; userAgent: string | null; createdAt: string }[];
  /** Id of the session that asks. */
  currentId: string;
}

export function presentAccount({ user, hasPassword, passkeys, sessions, currentId }: AccountFacts): Account {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    hasPassword,
    passkeys: passkeys.map(({ id, name, createdAt }) => ({ id, name: name ?? '', createdAt })),
    sessions: sessions.map((session) => ({
      id: session.id,
      isCurrent: session.id === currentId,
      userAgent: session.userAgent ?? '',
      ipAddress: session.ipAddress ?? '',
      createdAt: session.createdAt,
    })),
  };
}
