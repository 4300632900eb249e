import { useParams } from 'react-router-dom';
import { styled } from 'styled-components';
import type { Company } from 'shared/content/company';
import { roleTexts } from 'shared/content/role-texts';
import { roleOf, roles } from 'shared/content/roles';
import { href, paths } from 'shared/contracts/paths';
import { useCompany, useOrigin } from 'shared/contracts/shell';
import type { ClothSpec } from 'shared/theme/cloth/weave';
import { Breadcrumb } from 'shared/ui/breadcrumb';
import { ButtonLink } from 'shared/ui/button';
import { Cloth, ClothBox } from 'shared/ui/cloth';
import { Fact, Facts } from 'shared/ui/facts';
import { Container, Lead, PageBody, PageHeading, Section, SectionHead } from 'shared/ui/layout';
import { PageHead } from 'shared/ui/page-head';
import { Prose } from 'shared/ui/prose';
import { SewnLabel } from 'shared/ui/sewn-label';
import { StructuredData } from 'shared/ui/structured-data';
import { applyHref } from '../../apply-href.ts';
import { jobPosting } from './job-posting.ts';
import { factsOf } from './terms.ts';

const Others = styled.ul`
  border-top: 1px solid var(--line);

  li { padding-block: 14px; border-bottom: 1px solid var(--line); }
  a { display: inline-flex; align-items: center; min-height: var(--target); font-weight: 650; text-decoration: none; }
  a:hover { color: var(--accent); text-decoration: underline; }
  p { color: var(--text-2); }

  @media (min-width: 768px) {
    li { display: grid; grid-template-columns: minmax(0, 4fr) minmax(0, 8fr); gap: 24px; align-items: center; }
  }
`;

const Head = styled(PageHeading)`
  > a { margin-top: 28px; }
`;

const Columns = styled(PageBody)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 40px var(--gap);

  @media (min-width: 1024px) {
    grid-template-columns: minmax(0, 8fr) minmax(9.5rem, 4fr);
    gap: calc(var(--gap) * 2);
  }
  /* Firefox begins a grid's row that does not fit on the sheet on a new sheet. */
  @media print { display: flex; flex-direction: column; }

  > div > a { margin-top: 32px; }
`;

/**
 * The facts are above the text on phones and beside it on wide screens; the cloth takes its size from the label. Not
 * an `<aside>`, which reader views leave out.
 */
const Terms = styled.section`
  position: relative;
  order: -1;
  align-self: start;
  padding: clamp(20px, 3vw, 40px);

  && > :first-child { position: absolute; inset: 0; }

  @media (min-width: 1024px) { position: sticky; top: 104px; order: 0; }
`;

const cloths = new Map(
  roles.map(({ slug, sett }): [string, ClothSpec] => [slug, { sett, width: 1040, height: 960, thread: 6 }]),
);

/** What happens after 'Submit', and when. */
const steps = ({ answersWithin }: Company) => [
  'You fill in one form: your name, how to reach you, your CV as a PDF or Word file, and a few lines if you like.',
  'You get a receipt by email straight away, with your application’s reference.',
  `The people hiring for this role reply within ${answersWithin.application}, with a yes or a no. If you have something to add, reply to the receipt.`,
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
        <ButtonLink href={applyHref(role)}>Apply</ButtonLink>
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
              {steps(company).map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </Prose>
          <ButtonLink href={applyHref(role)} $kind="secondary" aria-label={`Apply for ${role.title}`}>
            Apply
          </ButtonLink>
        </div>
        <Terms aria-label="The role in brief">
          <ClothBox>
            <Cloth spec={cloths.get(role.slug)!} />
          </ClothBox>
          <SewnLabel>
            <Facts>
              {factsOf(role).map(([name, value]) => (
                <Fact key={name} name={name}>
                  {value}
                </Fact>
              ))}
            </Facts>
          </SewnLabel>
        </Terms>
      </Columns>
      <Section ground="sunken" aria-labelledby="other-roles">
        <Container>
          <SectionHead>
            <h2 id="other-roles">Other roles</h2>
          </SectionHead>
          <Others role="list">
            {roles
              .filter((other) => other !== role)
              .map(({ slug, title, about }) => (
                <li key={slug}>
                  <a href={href(paths.role, { slug })}>{title}</a>
                  <p>{about}</p>
                </li>
              ))}
          </Others>
        </Container>
      </Section>
    </>
  );
}
