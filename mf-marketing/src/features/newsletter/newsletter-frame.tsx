import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Lead, PageBody, PageHeading, Panel } from 'shared/ui/layout';
import { PageHead } from 'shared/ui/page-head';

const Box = styled(Panel)`
  display: grid;
  gap: 22px;
  max-width: 640px;
`;

interface FrameProps {
  /** Path without the token. */
  path: string;
  title: string;
  /** Left out where the page explains nothing. */
  lead?: string | undefined;
  /** Whether what was sent was refused; then the tab's title says so. */
  isRefused?: boolean;
  children: ReactNode;
}

/** The newsletter's pages belong to a form or an email, so search engines leave them out. */
export function NewsletterFrame({ path, title, lead, isRefused = false, children }: FrameProps) {
  return (
    <>
      <PageHead title={title} isRefused={isRefused} description={lead ?? title} path={path} />
      <meta name="robots" content="noindex" />
      <PageHeading as="header">
        <h1>{title}</h1>
        {lead && <Lead>{lead}</Lead>}
      </PageHeading>
      <PageBody>
        <Box>{children}</Box>
      </PageBody>
    </>
  );
}
