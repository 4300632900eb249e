import type { Plugin } from 'vite';

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
  </head>
  <body class="light">
    <div id="root"></div>
    <script type="module" src="/src/main.tsx"></script>
  </body>
</html>
`;

/** Serves the page that a remote's `src/main.tsx` mounts into, so that no remote keeps a copy of it. */
export function standaloneHtml(): Plugin {
  return {
    name: 'site:standalone-html',
    apply: 'serve',
    configureServer(server) {
      return () => {
        server.middlewares.use(async (request, response, next) => {
          if (request.method !== 'GET' || !request.headers.accept?.includes('text/html')) return next();
          const html = await server.transformIndexHtml(request.originalUrl ?? '/', PAGE);
          response.setHeader('content-type', 'text/html').end(html);
        });
      };
    },
  };
}
