import { useActionData, useLocation } from 'react-router-dom';
import { href, paths, withNext } from 'shared/contracts/paths';
import { Banner } from 'shared/ui/banner';
import { Button } from 'shared/ui/button';
import { FormRows } from 'shared/ui/field';
import { TextLink } from 'shared/ui/links';
import { PageHead } from 'shared/ui/page-head';
import { AuthFrame } from '../../components/auth-frame.tsx';
import type { FormAnswer } from '../../form/answer.ts';
import { nextOf } from '../../form/next.ts';

/** A button instead of doing it at once: programs that scan mail open links too. */
export function Component() {
  const answer = useActionData() as FormAnswer | undefined;
  const next = nextOf(useLocation());
  return (
    <>
      <PageHead
        title={answer ? 'Error: Confirm your address' : 'Confirm your address'}
        description="The last step of registering."
        path={href(paths.confirmAddress)}
      />
      <meta name="robots" content="noindex" />
      <AuthFrame heading="Confirm your address" lead="The last step of registering." isNew>
        <FormRows method="post" action={withNext(href(paths.confirmAddress), next)}>
          {answer?.message && <Banner kind="error">{answer.message}</Banner>}
          <Button type="submit" $block>
            Confirm my address
          </Button>
          <p>
            Not you? <TextLink to={href(paths.home)}>Leave this page</TextLink>, and nothing happens.
          </p>
        </FormRows>
      </AuthFrame>
    </>
  );
}
