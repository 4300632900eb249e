/** What the owner of an account gets to see of it. Never a session's token. */
import type { Account } from 'shared/contracts/account';

interface AccountFacts {
  user: { name: string; email: string };
  hasPassword: boolean;
  sessions: { id: string; ip_address: string | null; user_agent: string | null; created_at: string }[];
  /** Id of the session that asks. */
  currentId: string;
}

export function presentAccount({ user, hasPassword, sessions, currentId }: AccountFacts): Account {
  return {
    name: user.name,
    email: user.email,
    hasPassword,
    sessions: sessions.map((session) => ({
      id: session.id,
      isCurrent: session.id === currentId,
      userAgent: session.user_agent ?? '',
      ipAddress: session.ip_address ?? '',
      createdAt: session.created_at,
    })),
  };
}
