/** The API as a Fastify application: every plugin and every route is named here. */
import type { IncomingMessage } from 'node:http';
import { callbackify } from 'node:util';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { tellAnswers } from 'shared/node/http/answered';
import { type ArrivalLimits, arrivalLimits } from 'shared/node/http/arrival';
import { HOP_TOKEN_HEADER, isHopToken } from 'shared/node/hop';
import { guardHttp, httpServerOptions } from 'shared/node/http/http-server';
import { traceRequests } from 'shared/node/telemetry/tracing';
import { REQUEST_ID_LABEL } from 'shared/node/telemetry/log-format';
import { answerWithRequestId, requestIds } from 'shared/node/http/request-id';
import { fixedHeaders, transportSecurity } from 'shared/node/http/security-headers';
import type { InstallationSecret } from 'shared/node/installation-secret';
import { createAuth } from './features/accounts/better-auth.ts';
import type { AccountDependencies } from './features/accounts/dependencies.ts';
import { identityProvider } from './features/accounts/provider/provider.ts';
import { reSignCookies } from './features/accounts/re-signed.ts';
import { databaseAway } from './database/problem.ts';
import type { Db } from './database/schema.ts';
import type { Env } from './env.ts';
import type { FileStore } from './files/file-store.ts';
import { openFiles } from './files/open-files.ts';
import type { VirusScanner } from './files/virus-scanner.ts';
import { useClientIp } from './http/client-ip.ts';
import { readJsonOnly } from './http/json-body.ts';
import { describeRoutes, openApiRoute } from './http/openapi.ts';
import { refuseOverload } from './http/overload.ts';
import { answerError, handleErrors } from './http/error-handler.ts';
import { sendProtectiveHeaders } from './http/protective-headers.ts';
import { recordRoutes } from './http/route-table.ts';
import { refuseCrossSite } from './http/same-origin.ts';
import { refuseUnstorableText } from './http/storable-text.ts';
import { limitWrites } from './http/write-limit.ts';
import { PASSWORD_COST, type PasswordCost } from './features/accounts/passwords/passwords.ts';
import { accountRoutes } from './features/accounts/routes.ts';
import { careersRoutes } from './features/careers/routes.ts';
import { contactRoutes } from './features/contact/routes.ts';
import { feedRoutes } from './features/posts/feeds/feed-routes.ts';
import { healthRoutes } from './http/health-routes.ts';
import { imageRoutes } from './features/posts/images/image-routes.ts';
import { newsletterRoutes } from './features/newsletter/routes.ts';
import { passkeyRoutes } from './features/accounts/passkeys/passkey-routes.ts';
import { paymentRoutes } from './features/payments/routes.ts';
import { ownPostRoutes } from './features/posts/own-post-routes.ts';
import { deletePostsOf } from './features/posts/own-posts.ts';
import { postRoutes } from './features/posts/routes.ts';
import { watchingRoutes } from './features/posts/moderation/watching-routes.ts';
import { providerRoutes } from './features/accounts/provider/provider-routes.ts';
import { referralRoutes } from './features/referrals/routes.ts';
import { refer, type ReferralDependencies } from './features/referrals/service.ts';
import { Mailer } from './mail/mailer.ts';
import { removeTraces } from './retention/traces.ts';

interface AppOptions {
  db: Db;
  env: Pick<
    Env,
    | 'PAYMENTS_SECRET'
    | 'REWARD_MIN_PAYMENT'
    | 'PUBLIC_URL'
    | 'CONTACT_TO'
    | 'CAREERS_TO'
    | 'MAIL_FROM'
    | 'POSTING'
    | 'OIDC_ISSUER'
    | 'OIDC_CLIENT_ID'
    | 'OIDC_CLIENT_SECRET'
  >;
  /** The installation's secret: authenticates the hop from the shell's server, makes mailed tokens, seals emails. */
  secret: InstallationSecret;
  /** Where CVs and images are; the database if it is not given. */
  files?: FileStore;
  /** Looks for viruses in CVs. */
  scanner?: VirusScanner | undefined;
  /** Folder for uploaded files while they are checked. */
  uploads: string;
  /** Folder of mails as files. */
  mails: string;
  /** Called after a commit that wrote a mail. */
  wakeOutbox: () => void;
  /**
   * When the database was first seen to answer and to have this program's tables, by a clock that is never set back
   * (`performance.now()`). Until then visitors are asked to come back.
   */
  servesSince?: () => number | undefined;
  /** Until it ends, they wait instead. Never rejected. */
  beginning?: Promise<void>;
  /** The referral programme's clock, for tests. Milliseconds since 1970. */
  clock?: () => number;
  /** How long requests may take to arrive; shorter in tests. */
  arrival?: ArrivalLimits;
  /** How late the event loop may be before visitors are turned away, in milliseconds; 0 for never. */
  loopDelayMax?: number;
  /** Cost of hashing a password; lower in tests that are not about it. */
  passwordCost?: PasswordCost;
  log: FastifyBaseLogger;
}

/** The content security policy of responses that are not pages, as helmet writes it. */
const NOTHING_ELSE = "default-src 'none';frame-ancestors 'none'";

const LOOP_DELAY_MAX_MS = 1_000;
/** Starting, with its migrations, delays the event loop for up to two samples of a second, which is not overload. */
const SETTLING_MS = 2_000;

/** Builds the application; it does not listen yet. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const {
    db,
    env,
    secret,
    scanner,
    uploads,
    mails,
    wakeOutbox,
    clock = Date.now,
    arrival = arrivalLimits,
    log,
  } = options;
  const {
    loopDelayMax = LOOP_DELAY_MAX_MS,
    servesSince = () => Number.NEGATIVE_INFINITY,
    files = openFiles(db),
  } = options;
  const { passwordCost = PASSWORD_COST, beginning = Promise.resolve() } = options;
  const headers = { ...fixedHeaders(env.PUBLIC_URL), 'content-security-policy': NOTHING_ELSE };
  const isFromShell = ({ headers: { [HOP_TOKEN_HEADER]: token } }: IncomingMessage) => isHopToken(secret, token);
  const app = fastify({
    ...httpServerOptions(arrival, headers),
    loggerInstance: log,
    // One line of our own instead of Fastify's two.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: REQUEST_ID_LABEL }),
    genReqId: requestIds(isFromShell),
    // Requests that arrive on open connections while the API stops are answered as usual.
    return503OnClosing: false,
    bodyLimit: 16 * 1024,
    frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers(headers)),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  readJsonOnly(app);

  traceRequests(app, { isTrusted: isFromShell, isTold: false });
  answerWithRequestId(app);
  guardHttp(app, arrival, headers);
  sendProtectiveHeaders(app, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    strictTransportSecurity: env.PUBLIC_URL.startsWith('https:') && transportSecurity,
  });
  recordRoutes(app);
  handleErrors(app);
  tellAnswers(app);
  useClientIp(app, secret);
  reSignCookies(app, env.PUBLIC_URL, secret);
  refuseCrossSite(app, env.PUBLIC_URL);
  refuseUnstorableText(app);
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // Lists change with every post, so caches must ask again.
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-cache');
    done();
  });
  await describeRoutes(app, env.PUBLIC_URL);

  const publicUrl = env.PUBLIC_URL;
  const mailer = new Mailer({ db, from: env.MAIL_FROM, wake: wakeOutbox });
  const referrals: ReferralDependencies = { db, mailer, publicUrl, rewardMinimum: env.REWARD_MIN_PAYMENT, clock };
  const accounts: AccountDependencies = {
    db,
    mailer,
    auth: createAuth({ db, publicUrl, secret, log }),
    authWithin: (tx) => createAuth({ db: tx, publicUrl, secret, log }),
    referrals: { refer: (tx, ...referred) => refer(tx, referrals, ...referred), clock },
    publicUrl,
    secret,
    passwordCost,
    deletePostsOf: async (tx, userId) => (await deletePostsOf(tx, userId)).mailIds,
    leaveNoTrace: (email, mailIds) => removeTraces({ db, mails, log }, email, mailIds),
  };
  const watching = { mailer, recipient: env.CONTACT_TO, publicUrl, secret };
  const publishing = { accounts, posting: env.POSTING, watching };
  const isMigrated = () => servesSince() !== undefined;
  await app.register(healthRoutes({ db, files, isMigrated }));
  // Overload turns visitors away, but never those who monitor the process: their routes are outside.
  const isSettled = () => performance.now() - (servesSince() ?? Number.POSITIVE_INFINITY) > SETTLING_MS;
  await app.register(async (visitors) => {
    refuseOverload(visitors, { delayMax: loopDelayMax, isSettled });
    // Once it serves, no request waits for a promise here.
    const afterBeginning = callbackify(async () => {
      await beginning;
      if (!isMigrated()) throw databaseAway();
    });
    visitors.addHook('onRequest', (_request, _reply, done) => (isMigrated() ? done() : afterBeginning(done)));
    await limitWrites(visitors, db);
    await visitors.register(careersRoutes({ mailer, careersTo: env.CAREERS_TO, files, scanner, uploads }));
    await visitors.register(contactRoutes({ mailer, contactTo: env.CONTACT_TO }));
    await visitors.register(newsletterRoutes({ mailer, secret, publicUrl }));
    await visitors.register(postRoutes({ db, publicUrl, ...publishing }));
    await visitors.register(ownPostRoutes({ db, publicUrl, mails, ...publishing }));
    await visitors.register(watchingRoutes({ db, ...watching }));
    await visitors.register(imageRoutes({ db, files, uploads, ...publishing }));
    await visitors.register(feedRoutes({ db, publicUrl }));
    await visitors.register(accountRoutes(accounts));
    await visitors.register(passkeyRoutes(accounts));
    await visitors.register(providerRoutes(accounts, identityProvider(accounts, env, log)));
    await visitors.register(referralRoutes(referrals, accounts));
    await visitors.register(paymentRoutes({ referrals, secret: env.PAYMENTS_SECRET }));
    await visitors.register(openApiRoute);
  });
  await app.ready();
  return app;
}
