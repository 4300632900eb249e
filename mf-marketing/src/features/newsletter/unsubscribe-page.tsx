import { href, paths } from 'shared/contracts/paths';
import { Banner } from 'shared/ui/banner';
import { TextLink } from 'shared/ui/links';
import { NewsletterFrame } from './newsletter-frame.tsx';
import { TokenForm } from './token-form.tsx';

const path = href(paths.newsletterUnsubscribe);

export function Component() {
  return (
    <NewsletterFrame path={path} title="Unsubscribe" lead="One click, and you will get no more newsletters.">
      <TokenForm path={path} button="Unsubscribe">
        <Banner kind="success">
          You have been unsubscribed.
          <p>
            Unsubscribed by mistake? <TextLink to={href(paths.newsletter)}>Subscribe again</TextLink>
          </p>
        </Banner>
      </TokenForm>
    </NewsletterFrame>
  );
}
