/** The gallery of components: development only, never part of the site. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { presentOnServer } from '../../tooling/vite/present-on-server.ts';
import { styledComponents } from '../../tooling/vite/styled-components.ts';
import { devPorts } from '../../tooling/workspace/dev-ports.ts';

export default defineConfig({
  plugins: [react(), styledComponents('gallery'), presentOnServer()],
  server: { port: devPorts().gallery, strictPort: true },
});
