import { href, paths } from 'shared/contracts/paths';
import { Answer } from 'shared/ui/answer';
import { ButtonLink } from 'shared/ui/button';
import { LinkPage } from './link-page.tsx';

export function Component() {
  return (
    <LinkPage
      path={href(paths.newsletterConfirm)}
      title="Confirm your subscription"
      lead="One click, and you will get our newsletter."
      button="Confirm subscription"
      done={{ title: 'Subscribed', content: <Subscribed /> }}
      otherWay={<ButtonLink href={href(paths.newsletter)}>Subscribe again</ButtonLink>}
    />
  );
}

function Subscribed() {
  return (
    <>
      <Answer kind="success">
        You are subscribed.
        <p>Every email has a link to unsubscribe.</p>
      </Answer>
      <div>
        <ButtonLink href={href(paths.blogs)} $kind="secondary">
          Read the blog
        </ButtonLink>
      </div>
    </>
  );
}
