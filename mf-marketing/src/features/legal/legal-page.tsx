import { Fragment, useRef } from 'react';
import { css, styled } from 'styled-components';
import image from 'virtual:social-image/legal';
import { href, paths } from 'shared/contracts/paths';
import { useCompany } from 'shared/contracts/shell';
import { Breadcrumb } from 'shared/ui/breadcrumb';
import { PageBody, PageHeading } from 'shared/ui/layout';
import { PageHead } from 'shared/ui/page-head';
import { Prose } from 'shared/ui/prose';
import type { LegalText } from '../../content/legal/format.ts';
import { Contents } from './contents.tsx';
import { legalNodes } from './legal-nodes.tsx';
import { useCurrentSection } from './use-current-section.ts';

/* Makes placeholders that only the owner can fill in easy to see. */
const placeholders = css`
  mark {
    padding: .05em .35em;
    border-radius: 3px;
    background: var(--warning-bg);
    color: var(--warning);
    font-weight: 550;
  }

  @media (forced-colors: active) { mark { border: 1px solid; } }
`;

const Heading = styled(PageHeading)`
  ${placeholders}
  h1 + p { margin-top: 14px; color: var(--text-2); }
`;

const Columns = styled(PageBody)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 32px calc(var(--gap) * 2);

  @media (min-width: 1024px) { grid-template-columns: 280px minmax(0, 1fr); }
  @media print { display: block; }
`;

const Text = styled(Prose)`
  ${placeholders}

  @media print {
    max-width: none;
    font-size: 11pt;
    line-height: 1.5;
  }
`;

/** A legal text with its table of contents. */
export function LegalPage({
  text: { title, description, updated, sections },
  path,
}: {
  text: LegalText;
  path: string;
}) {
  const company = useCompany();
  const text = useRef<HTMLDivElement>(null);
  const current = useCurrentSection(text);
  return (
    <>
      <PageHead title={title} description={description} path={path} image={image} />
      <Heading as="header">
        <Breadcrumb trail={[{ label: 'Home', to: href(paths.home) }]} current={title} />
        <h1>{title}</h1>
        {legalNodes([updated], company)}
      </Heading>
      <Columns>
        <Contents sections={sections} current={current} />
        <Text ref={text}>
          {sections.map(({ id, heading, body }, index) => (
            <Fragment key={id}>
              {/* Reader views leave out a heading whose id says 'contact', unless its class says that it is text. */}
              <h2 id={id} className="text">
                {index + 1}. {heading}
              </h2>
              {legalNodes(body, company)}
            </Fragment>
          ))}
        </Text>
      </Columns>
    </>
  );
}
