import { styled } from 'styled-components';
import { href, paths } from '../contracts/paths.ts';
import { useCompany } from '../contracts/shell.ts';
import { serverRendered } from './server-rendered.tsx';

const HomeLink = styled.a`
  display: inline-flex;
  min-width: var(--target);
  min-height: var(--target);
  color: var(--text);
  text-decoration: none;

  /* If mark and name do not fit side by side, only the mark is shown. */
  > div {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    align-content: safe center;
    gap: 44px 11px;
    height: var(--target);
    overflow: hidden;
  }
  svg { width: auto; transition: height 240ms var(--ease); }
  svg:first-child { height: 34px; }
  svg:last-child { height: 24px; }

  @media (max-width: 420px) {
    > div { column-gap: 8px; }
    svg:first-child { height: 30px; }
    svg:last-child { height: 21px; }
  }
  @media (max-width: 359.98px) {
    svg:last-child { display: none; }
  }
`;

const Drawing = serverRendered(async () => (await import('./logo-drawing.tsx')).LogoDrawing);

/** Mark and wordmark, leading home. */
export function Logo() {
  const { name } = useCompany();
  return (
    <HomeLink href={href(paths.home)} aria-label={`${name}, home`} data-logo="">
      <Drawing />
    </HomeLink>
  );
}
