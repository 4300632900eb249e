/** The catalogue of components: development only, never part of the site. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { styledComponents } from '../../tooling/vite/share.ts';

export default defineConfig({
  plugins: [react()],
  oxc: styledComponents('catalogue'),
  server: { port: 5100, strictPort: true },
});
