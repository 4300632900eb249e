import { href, paths } from 'shared/contracts/paths';
import { Answer } from 'shared/ui/answer';
import { ButtonLink } from 'shared/ui/button';
import { TextLink } from 'shared/ui/links';
import { LinkPage } from './link-page.tsx';

export function Component() {
  return (
    <LinkPage
      path={href(paths.newsletterUnsubscribe)}
      title="Unsubscribe"
      lead="One click, and you will get no more newsletters."
      button="Unsubscribe"
      done={{ title: 'Unsubscribed', content: <Unsubscribed /> }}
      otherWay={<ButtonLink href={href(paths.contact)}>Ask us to do it</ButtonLink>}
    />
  );
}

function Unsubscribed() {
  return (
    <Answer kind="success">
      You have been unsubscribed.
      <p>
        Unsubscribed by mistake? <TextLink href={href(paths.newsletter)}>Subscribe again</TextLink>
      </p>
    </Answer>
  );
}
