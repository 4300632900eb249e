import type { ReactNode } from 'react';
import { useActionData, useLocation } from 'react-router-dom';
import { withToken } from 'shared/contracts/newsletter';
import type { ProblemCode } from 'shared/contracts/problem';
import { wasSent } from 'shared/forms/sent';
import { Answer } from 'shared/ui/answer';
import { Button } from 'shared/ui/button';
import { FormRows } from 'shared/ui/field';
import type { LinkResult } from './follow-link.ts';
import { NewsletterFrame } from './newsletter-frame.tsx';
import { tokenOf } from './token.ts';

const INCOMPLETE = 'This link is incomplete. Copy the whole link from the email.';

/** Trying again does not help against these. */
const dead: readonly (ProblemCode | undefined)[] = ['not-found', 'link-expired'];

interface LinkPageProps {
  path: string;
  title: string;
  lead: string;
  button: string;
  /** What the page says when the link has done its work. */
  done: { title: string; content: ReactNode };
  /** What visitors whose link does not work can do instead. */
  otherWay: ReactNode;
}

/** The page with a mailed link's one button. Opening the link does nothing, since programs open links too. */
export function LinkPage({ path, title, lead, button, done, otherWay }: LinkPageProps) {
  const answer = useActionData() as LinkResult | undefined;
  const location = useLocation();
  const token = tokenOf(location);
  if (wasSent(location) && !answer) {
    return (
      <NewsletterFrame path={path} title={done.title}>
        {done.content}
      </NewsletterFrame>
    );
  }
  const message = token === '' ? INCOMPLETE : answer?.message;
  const isDead = token === '' || dead.includes(answer?.code);
  return (
    <NewsletterFrame path={path} title={title} lead={isDead ? undefined : lead} isRefused={message !== undefined}>
      {message && <Answer kind="error">{message}</Answer>}
      {isDead ? (
        <div>{otherWay}</div>
      ) : (
        <FormRows method="post" action={withToken(path, token)}>
          <div>
            <Button type="submit">{button}</Button>
          </div>
        </FormRows>
      )}
    </NewsletterFrame>
  );
}
