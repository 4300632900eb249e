import { useState, type SubmitEvent } from 'react';
import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import { Banner } from 'shared/ui/banner';
import { Button } from 'shared/ui/button';
import { Field, FormRows } from 'shared/ui/field';
import { TextLink } from 'shared/ui/links';
import { PageHead } from 'shared/ui/page-head';
import { PasswordField } from 'shared/ui/password-field';
import { AuthFrame } from '../../components/auth-frame.tsx';
import { ProviderSignIn } from '../../components/provider-sign-in.tsx';

const Welcome = styled.p`
  color: var(--text-2);
`;

const Form = styled(FormRows)`
  margin-top: 28px;
`;

const Small = styled.p`
  font-size: var(--t-small);
`;

export function Component() {
  const [isRefused, setIsRefused] = useState(false);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = event.currentTarget.elements.namedItem('password') as HTMLInputElement;
    password.value = '';
    setIsRefused(true);
  };

  return (
    <>
      <PageHead title="Login" description="Log in with your e-mail address and password." path={href(paths.login)} />
      <AuthFrame>
        <h1>Log In</h1>
        <Welcome>Welcome back.</Welcome>
        <Form method="post" onSubmit={submit}>
          <Field label="Email" type="email" name="email" autoComplete="email" required />
          <PasswordField label="Password" name="password" autoComplete="current-password" required />
          <Small>
            Forget password? <TextLink to={href(paths.forgotPassword)}>Click Here</TextLink>
          </Small>
          {isRefused && (
            <Banner kind="info">
              Signing in is not open yet.
              <p>Nothing was sent. Everything else on this site works without an account.</p>
            </Banner>
          )}
          <Button type="submit" $block>
            Log In
          </Button>
          <ProviderSignIn />
          <p>
            New here? <TextLink to={href(paths.register)}>Register</TextLink>
          </p>
        </Form>
      </AuthFrame>
    </>
  );
}
