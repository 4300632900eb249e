import { lazy, type ComponentType } from 'react';
import { href, paths } from 'shared/contracts/paths';
import { useCompany, useOrigin } from 'shared/contracts/shell';
import { Below } from 'shared/ui/below';
import { PageHead } from 'shared/ui/page-head';
import { StructuredData } from 'shared/ui/structured-data';
import { useServed } from 'shared/ui/use-served';
import { Island } from '../../components/island.tsx';
import { Hero } from './hero.tsx';
import { organization } from './organization.ts';

const load = () => import('./sections.tsx');

const section = (name: keyof Awaited<ReturnType<typeof load>>): ComponentType =>
  lazy(async () => ({ default: (await load())[name] }));

/** Everything below the first view, in the order of the page: proof comes before the offer. */
const sections = (
  [
    'Banners',
    'Portfolio',
    'Testimonials',
    'KeyFacts',
    'Transform',
    'Services',
    'HowItWorks',
    'Industries',
    'BlogPreview',
    'Questions',
  ] as const
).map((name) => ({ name, Section: section(name) }));

export function Component() {
  const company = useCompany();
  const origin = useOrigin();
  const served = useServed();
  return (
    <>
      <PageHead
        title={`${company.name} | ${company.tagline}`}
        description={company.description}
        path={href(paths.home)}
      />
      <StructuredData data={import.meta.env.SSR && organization(company, origin)} />
      <Hero />
      <Below>
        {sections.map(({ name, Section }, index) => (
          <Island key={name} load={load} content={Section} served={served} isBelow={index === 0} />
        ))}
      </Below>
    </>
  );
}
