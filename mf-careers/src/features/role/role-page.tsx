import { useParams } from 'react-router-dom';
import { styled } from 'styled-components';
import { roleTexts } from 'shared/content/role-texts';
import { roleOf, roles } from 'shared/content/roles';
import { href, paths } from 'shared/contracts/paths';
import { useCompany, useOrigin } from 'shared/contracts/shell';
import type { ClothSpec } from 'shared/theme/cloth/weave';
import { Breadcrumb } from 'shared/ui/breadcrumb';
import { ButtonLink } from 'shared/ui/button';
import { Cloth, ClothBox } from 'shared/ui/cloth';
import { Lead, PageBody, PageHeading } from 'shared/ui/layout';
import { PageHead } from 'shared/ui/page-head';
import { Prose } from 'shared/ui/prose';
import { StructuredData } from 'shared/ui/structured-data';
import { applyHref } from '../../apply-href.ts';
import { jobPosting } from './job-posting.ts';

const Head = styled(PageHeading)`
  > a { margin-top: 28px; }
`;

const Columns = styled(PageBody)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 40px var(--gap);

  @media (min-width: 1024px) {
    grid-template-columns: minmax(0, 8fr) minmax(0, 4fr);
    gap: calc(var(--gap) * 2);
  }

  > div > a { margin-top: 32px; }
`;

/** On the phone a strip above the text, on wide screens a length of cloth beside it. */
const Swatch = styled(ClothBox)`
  order: -1;
  height: 132px;

  @media (min-width: 1024px) { order: 0; height: 420px; }
`;

const FRINGE_PX = 24;
const cloths = new Map(
  roles.map(({ slug, sett }): [string, ClothSpec] => [
    slug,
    { sett, width: 960, height: 420, thread: 6, fringe: FRINGE_PX },
  ]),
);

/** What happens after 'Submit', as far as this site knows. */
const steps = [
  'You fill in one form: your name, how to reach you, your CV as a PDF or Word file, and a few lines if you like.',
  'You get a receipt by email, with the number of your application.',
  'The people hiring for this role reply to the same address. If you have something to add, reply to the receipt.',
];

export function Component() {
  const role = roleOf(useParams().slug)!;
  const { description, requirements } = roleTexts[role.slug];
  const company = useCompany();
  const origin = useOrigin();
  return (
    <>
      <PageHead title={role.title} description={role.about} path={href(paths.role, { slug: role.slug })} />
      {role.opening && <StructuredData data={import.meta.env.SSR && jobPosting(role, { company, origin })!} />}
      <Head as="header">
        <Breadcrumb trail={[{ label: 'Career', to: href(paths.career) }]} current={role.title} />
        <h1>{role.title}</h1>
        <Lead>{role.about}</Lead>
        <ButtonLink to={applyHref(role)}>Apply</ButtonLink>
      </Head>
      <Columns>
        <div>
          <Prose>
            <h2>The work</h2>
            {description.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            <h2>Requirements</h2>
            <ul>
              {requirements.map((requirement) => (
                <li key={requirement}>{requirement}</li>
              ))}
            </ul>
            <h2>What to expect</h2>
            <ol>
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </Prose>
          <ButtonLink to={applyHref(role)} $kind="secondary" aria-label={`Apply for ${role.title}`}>
            Apply
          </ButtonLink>
        </div>
        <Swatch>
          <Cloth spec={cloths.get(role.slug)!} />
        </Swatch>
      </Columns>
    </>
  );
}
