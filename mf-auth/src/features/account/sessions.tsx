import { styled } from 'styled-components';
import type { OpenSession } from 'shared/contracts/account';
import { Button } from 'shared/ui/button';
import { browserName } from './browser-name.ts';
import { SmallForm } from './small-form.tsx';

const List = styled.ul`
  margin-bottom: 22px;
  border-top: 1px solid var(--line);

  li {
    display: flex;
    flex-wrap: wrap;
    gap: 10px 20px;
    align-items: center;
    justify-content: space-between;
    padding-block: 14px;
    border-bottom: 1px solid var(--line);
  }
  p { color: var(--text-2); font-size: var(--t-small); }
`;

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

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
                <time dateTime={createdAt}>{day.format(new Date(createdAt))}</time>
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
