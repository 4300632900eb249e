import { lazy, type ComponentType } from 'react';
import { href, paths } from 'shared/contracts/paths';
import { useCompany, useOrigin } from 'shared/contracts/shell';
import { Below } from 'shared/ui/below';
import { PageHead } from 'shared/ui/page-head';
import { StructuredData } from 'shared/ui/structured-data';
import { useServed } from 'shared/ui/use-served';
import { type Heights, Island } from '../../components/island.tsx';
import { Hero } from './hero.tsx';
import { organization } from './organization.ts';

const load = () => import('./sections.tsx');

const section = (name: Part['name']): ComponentType => lazy(async () => ({ default: (await load())[name] }));

interface Part {
  name: keyof Awaited<ReturnType<typeof load>>;
  heights?: Heights;
}

/** Everything below the first view, in the order of the page: proof comes before the offer. */
const parts: Part[] = [
  { name: 'Banners' },
  { name: 'Portfolio', heights: { phone: 652, desktop: 855 } },
  { name: 'Testimonials', heights: { phone: 546, desktop: 652 } },
  { name: 'KeyFacts', heights: { phone: 229, desktop: 475 } },
  { name: 'Transform', heights: { phone: 640, desktop: 766 } },
  { name: 'Services', heights: { phone: 967, desktop: 868 } },
  { name: 'HowItWorks', heights: { phone: 641, desktop: 487 } },
  { name: 'Industries', heights: { phone: 463, desktop: 474 } },
  { name: 'BlogPreview', heights: { phone: 674, desktop: 941 } },
  { name: 'Questions', heights: { phone: 602, desktop: 602 } },
];
const sections = parts.map((part) => ({ ...part, Section: section(part.name) }));

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
        {sections.map(({ name, heights, Section }, index) => (
          <Island key={name} load={load} content={Section} served={served} isBelow={index === 0} heights={heights} />
        ))}
      </Below>
    </>
  );
}
