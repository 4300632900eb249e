import type { OpenSession } from 'shared/contracts/account';
import { Button } from 'shared/ui/button';
import { browserName } from './browser-name.ts';
import { List, since } from './list.tsx';
import { SmallForm } from './small-form.tsx';

/** Where the account is logged in, and how to end it. */
export function Sessions({ sessions }: { sessions: OpenSession[] }) {
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">Where you are logged in</h2>
      <List>
        {sessions.map(({ id, isCurrent, userAgent, ipAddress, createdAt }) => (
          <li key={id}>
            <div>
              <strong>{browserName(userAgent)}</strong>
              <p>
                {isCurrent ? 'This browser, since ' : 'Since '}
                {since(createdAt)}
                {ipAddress && `, from ${ipAddress}`}
              </p>
            </div>
            {!isCurrent && (
              <SmallForm name="session">
                <input type="hidden" name="id" value={id} />
                <Button type="submit" $kind="secondary" $small>
                  Log out there
                </Button>
              </SmallForm>
            )}
          </li>
        ))}
      </List>
      {sessions.length > 1 && (
        <SmallForm name="others">
          <div>
            <Button type="submit" $kind="secondary">
              Log out everywhere else
            </Button>
          </div>
        </SmallForm>
      )}
    </section>
  );
}
