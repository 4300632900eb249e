/** `npm run dev`: the API, the remotes' dev servers, the shell and the component gallery, all with hot reload. */
import { noArguments } from '../processes/arguments.ts';
import { endWith } from '../processes/command-error.ts';
import {
  apiProgram,
  ownProgram,
  portsOf,
  remoteProgram,
  requireReady,
  runPrograms,
  shellProgram,
  type Program,
} from '../development/programs.ts';
import { devPorts } from '../workspace/dev-ports.ts';
import { remotes } from '../workspace/remotes.ts';

noArguments('npm run dev takes no arguments: it starts everything. One remote: npm run dev -w mf-blog');

try {
  const ports = devPorts();
  const hasProvider = Boolean(process.env.OIDC_CLIENT_ID);
  await requireReady(portsOf(hasProvider ? { ...ports, provider: undefined } : ports), 'npm run dev');
  const oidc = {
    OIDC_ISSUER: `http://127.0.0.1:${ports.provider}`,
    OIDC_CLIENT_ID: 'website',
    OIDC_CLIENT_SECRET: 'for-development-only',
  };
  const site = `http://localhost:${ports.site}`;
  const provider = [String(ports.provider), site, oidc.OIDC_CLIENT_SECRET];
  const gallery: Program = { name: 'gallery', command: 'vite shared/gallery --config shared/gallery/vite.config.ts' };
  await runPrograms([
    apiProgram(ports.site, hasProvider ? {} : oidc),
    ...(hasProvider ? [] : [ownProgram('provider', 'tooling/identity-provider/main.ts', ...provider)]),
    ...remotes.map(({ name }) => remoteProgram(name)),
    gallery,
    shellProgram(),
  ]);
} catch (error) {
  endWith(error);
}
