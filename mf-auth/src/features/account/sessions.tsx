import type { OpenSession } from 'shared/contracts/account';
import { Button } from 'shared/ui/button';
import { LocalDate } from 'shared/ui/local-date';
import { browserName } from './browser-name.ts';
import { Rows } from './rows.tsx';
import { SmallForm } from './small-form.tsx';

/** Where the account is logged in, and how to end it. */
export function Sessions({ sessions }: { sessions: OpenSession[] }) {
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">Where you are logged in</h2>
      <Rows>
        {sessions.map(({ id, isCurrent, userAgent, ipAddress, createdAt }) => (
          <li key={id}>
            <div id={`session-${id}`}>
              <strong>{browserName(userAgent)}</strong>
              <p>
                {isCurrent ? 'This browser, since ' : 'Since '}
                <LocalDate iso={createdAt} />
                {ipAddress && `, from ${ipAddress}`}
              </p>
            </div>
            {!isCurrent && (
              <SmallForm name="session">
                <input type="hidden" name="id" value={id} />
                <Button type="submit" $kind="secondary" $small aria-describedby={`session-${id}`}>
                  Log out there
                </Button>
              </SmallForm>
            )}
          </li>
        ))}
      </Rows>
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
