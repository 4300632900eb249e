/** A remote with one page, as it is in a repository of its own: all its files. */
export const eventsRemote: Readonly<Record<string, string>> = {
  'package.json': `{
  "name": "mf-events",
  "version": "0.0.0",
  "private": true,
  "type": "module",
  "scripts": { "release": "portloom-release" },
  "dependencies": {
    "@portloom/tooling": "1.2.3",
    "shared": "npm:@portloom/shared@1.2.3"
  }
}
`,
  'vite.config.ts': `import { remoteConfig } from '@portloom/tooling/vite';

export default remoteConfig('mf-events');
`,
  'src/routes.tsx': `import type { RouteObject } from 'react-router-dom';
import { loader as nextEventLoader } from './features/next-event.loader.ts';

export const routes: RouteObject[] = [
  {
    id: 'events.next',
    path: '/events',
    handle: { find: true },
    loader: nextEventLoader,
    lazy: () => import('./features/next-event-page.tsx'),
  },
];
`,
  'src/features/next-event.loader.ts': `export interface NextEvent {
  city: string;
}

export function loader(): NextEvent {
  return { city: 'Lagos' };
}
`,
  'src/features/next-event-page.tsx': `import { useLoaderData } from 'react-router-dom';
import { PageHead } from 'shared/ui/page-head';
import { styled } from 'styled-components';
import type { NextEvent } from './next-event.loader.ts';

const Heading = styled.h1\`
  color: var(--accent);
\`;

export function Component() {
  const { city } = useLoaderData<NextEvent>();
  return (
    <>
      <PageHead title="Events" description="Where we are next." path="/events" />
      <Heading>{\`Meet us in \${city}\`}</Heading>
    </>
  );
}
`,
};
