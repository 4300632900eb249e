/** The identity provider of `npm run dev`, unless another one is set up. */
import { startIdentityProvider } from './identity-provider.ts';

const [port, site, secret] = process.argv.slice(2);
const { env } = await startIdentityProvider({ port: Number(port), site: site!, secret: secret! });
console.log(`Third-party sign-in in development: ${env.OIDC_ISSUER}, with any e-mail address and any password.`);
