/** Ends a browser's overrides when it sends the banner's form. */
import type { FastifyInstance } from 'fastify';
import { acceptBannerForm } from '../banner-form.ts';
import type { RemoteSource } from '../remote-source.ts';
import { OVERRIDES_PATH } from './override-scripts.ts';
import { OVERRIDE_PREFIX, overrideCookies } from './overrides.ts';

interface OverrideServices {
  remotes: RemoteSource;
  /** Origin of `PUBLIC_URL`. */
  publicUrl: string;
}

export async function overrideRoutes(app: FastifyInstance, services: OverrideServices): Promise<void> {
  acceptBannerForm(app, {
    ...services,
    path: OVERRIDES_PATH,
    endCookies: ({ headers }) => {
      const names = overrideCookies(headers.cookie).map(([name]) => name);
      return [...new Set(names)].map((name) => `${OVERRIDE_PREFIX}${name}=; Path=/; Max-Age=0; SameSite=Lax`);
    },
  });
}
