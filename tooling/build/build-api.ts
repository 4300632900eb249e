/** Builds the API: the server, the admin commands, and the threads and processes that they start. */
import { bundleServer } from './bundle-server.ts';
import { endWithBuildError } from './build-error.ts';

// Packages choose their own build by it, and in a test run it has another value.
process.env.NODE_ENV = 'production';
await bundleServer({
  root: 'api',
  programs: {
    server: 'src/server.ts',
    admin: 'src/admin/main.ts',
    'checkpoint-thread': 'src/database/checkpoint-thread.ts',
    'image-worker': 'src/features/posts/images/image-worker.ts',
    'cv-worker': 'src/features/careers/cv-worker.ts',
  },
  outDir: 'dist',
}).catch(endWithBuildError);
