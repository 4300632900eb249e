import { href, paths } from 'shared/contracts/paths';
import { Banner } from 'shared/ui/banner';
import { NewsletterFrame } from './newsletter-frame.tsx';
import { TokenForm } from './token-form.tsx';

const path = href(paths.newsletterConfirm);

export function Component() {
  return (
    <NewsletterFrame path={path} title="Confirm your subscription" lead="One click, and you will get our newsletter.">
      <TokenForm path={path} button="Confirm subscription">
        <Banner kind="success">
          You are subscribed.
          <p>Every email has a link to unsubscribe.</p>
        </Banner>
      </TokenForm>
    </NewsletterFrame>
  );
}
