/** The component gallery: development only, never part of the site. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { presentOnServer } from '../../tooling/vite/present-on-server.ts';
import { styledComponents } from '../../tooling/vite/share.ts';

export default defineConfig({
  plugins: [react(), presentOnServer()],
  oxc: styledComponents('gallery'),
  server: { port: 5100, strictPort: true },
});
