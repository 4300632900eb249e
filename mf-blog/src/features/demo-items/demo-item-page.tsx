import { useLoaderData, useParams } from 'react-router-dom';
import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import { Breadcrumb } from 'shared/ui/breadcrumb';
import { ButtonLink } from 'shared/ui/button';
import { Container, Lead, PageBody, PageHeading } from 'shared/ui/layout';
import { MoreLink } from 'shared/ui/links';
import { PageHead } from 'shared/ui/page-head';
import { Prose } from 'shared/ui/prose';
import { State, StateActions } from 'shared/ui/state-layout';
import { CoverBand, NotFoundDrawing } from '../../components/static-parts.ts';
import type { DemoItem } from '../../content/demo-items.ts';
import { blogTrail } from '../../content/trail.ts';

const trail = [...blogTrail, { label: 'Short news', to: href(paths.demoItems) }];

const Text = styled(Container)`
  padding-block: clamp(36px, 5vw, 72px);
`;

const Drawing = styled.div`
  width: 100%;
`;

export function Component() {
  const { item } = useLoaderData() as { item: DemoItem | null };
  return item ? <Item {...item} /> : <ItemNotFound />;
}

function Item({ id, name, description }: DemoItem) {
  return (
    <article>
      <PageHead title={name} description={description} path={href(paths.demoItem, { id })} />
      <PageHeading as="header">
        <Breadcrumb trail={trail} current={name} />
        <h1>{name}</h1>
      </PageHeading>
      <CoverBand key={id} seed={`item ${id}`} />
      <Text>
        <Prose>
          <p>{description}</p>
        </Prose>
      </Text>
      <PageBody>
        <MoreLink href={href(paths.demoItems)}>All items</MoreLink>
      </PageBody>
    </article>
  );
}

/** Shown when the URL names no item. */
function ItemNotFound() {
  const { id = '' } = useParams();
  return (
    <Text as="section">
      <PageHead title="Item not found" description="There is no such item." path={href(paths.demoItem, { id })} />
      <meta name="robots" content="noindex" />
      <State>
        <Drawing>
          <NotFoundDrawing />
        </Drawing>
        <h1>Item not found</h1>
        <Lead>There is no item at this address. The address may be mistyped, or the item may have been removed.</Lead>
        <StateActions>
          <ButtonLink href={href(paths.demoItems)}>All items</ButtonLink>
          <ButtonLink href={href(paths.blogs)} $kind="secondary">
            Blog
          </ButtonLink>
        </StateActions>
      </State>
    </Text>
  );
}
