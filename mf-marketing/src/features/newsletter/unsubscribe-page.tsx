import { href, paths } from 'shared/contracts/paths';
import { Banner } from 'shared/ui/banner';
import { TextLink } from 'shared/ui/links';
import { NewsletterFrame } from './newsletter-frame.tsx';
import { TokenForm } from './token-form.tsx';

const path = href(paths.newsletterUnsubscribe);

export function Component() {
  return (
    <NewsletterFrame path={path} title="Unsubscribe" lead="One click, and no more newsletters come to your address.">
      <TokenForm path={path} button="Unsubscribe">
        <Banner kind="success">
          You are unsubscribed.
          <p>
            A mistake? <TextLink to={href(paths.newsletter)}>Subscribe again</TextLink>
          </p>
        </Banner>
      </TokenForm>
    </NewsletterFrame>
  );
}
