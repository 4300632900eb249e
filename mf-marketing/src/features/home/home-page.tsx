import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import { useCompany } from 'shared/contracts/shell';
import { PageHead } from 'shared/ui/page-head';
import { Hero } from './hero.tsx';

const Rest = styled.div`
  height: var(--s-section);
`;

export function Component() {
  const { name, tagline, description } = useCompany();
  return (
    <>
      <PageHead title={`${name} | ${tagline}`} description={description} path={href(paths.home)} />
      <Hero />
      <Rest />
    </>
  );
}
