import { href, paths } from 'shared/contracts/paths';
import { Breadcrumb } from 'shared/ui/breadcrumb';
import { Lead, PageBody, PageHeading } from 'shared/ui/layout';
import { PageHead } from 'shared/ui/page-head';
import { DemoItemRows } from './static-parts.ts';
import { blogTrail } from '../../content/trail.ts';

export function Component() {
  return (
    <>
      <PageHead
        title="Short news"
        description="Three short notes on how this site is made."
        path={href(paths.demoItems)}
      />
      <PageHeading as="header">
        <Breadcrumb trail={blogTrail} current="Short news" />
        <h1>Short news</h1>
        <Lead>Three short notes on how this site is made.</Lead>
      </PageHeading>
      <PageBody as="section" aria-labelledby="items">
        <h2 id="items" className="visually-hidden">
          Items
        </h2>
        <DemoItemRows />
      </PageBody>
    </>
  );
}
