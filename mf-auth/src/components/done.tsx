import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import { Banner } from 'shared/ui/banner';
import { TextLink } from 'shared/ui/links';
import { broughtBy } from '../form/brought.ts';

const Place = styled.div`
  margin-block: 28px 22px;

  &&& > * { margin-top: 0; }
`;

/** Replaces a form, and takes the focus that was in it. */
export function Done({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <>
      <Place ref={place} tabIndex={-1}>
        <Banner kind="success">{children}</Banner>
      </Place>
      <BackToLogin />
    </>
  );
}

export function BackToLogin() {
  const { handOn } = broughtBy(useLocation());
  return (
    <p>
      Back to <TextLink href={handOn(href(paths.login))}>Log In</TextLink>
    </p>
  );
}
