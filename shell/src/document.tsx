import type { ReactNode } from 'react';

/**
 * The document that server and browser agree on. What only the server knows (hashes, hints, styles, data) is
 * inserted around it as text; React leaves such elements of head and body alone when it hydrates.
 */
export function Document({ children }: { children: ReactNode }) {
  // The theme script may have changed the class by now. Where React re-renders the page, it stays.
  const theme = import.meta.env.SSR ? 'light' : document.body.className;
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body className={theme} suppressHydrationWarning>
        <div id="root">{children}</div>
      </body>
    </html>
  );
}
