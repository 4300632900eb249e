/** Faults that somebody might make one day, each with the tests that must notice it. */

export interface PlantedFault {
  /** What is broken. */
  what: string;
  file: string;
  /** A text that stands once in the file. */
  find: string;
  replace: string;
  /** Arguments of Vitest or, with `browser`, of the end-to-end tests: the smallest run that notices it. */
  test: string[];
  browser?: boolean;
}

export const plantedFaults: PlantedFault[] = [
  // What is asked of visitors
  {
    what: 'forms take an empty field',
    file: 'shared/rules/form-check.ts',
    find: 'if (isEmpty(field, value) && !field.optional)',
    replace: 'if (false as boolean)',
    test: ['shared/rules/contact.test.ts'],
  },
  {
    what: 'the contact form says everything at once',
    file: 'shared/rules/contact.ts',
    find: 'inSteps: true',
    replace: 'inSteps: false',
    test: ['shared/rules/contact.test.ts'],
  },
  {
    what: 'half a surrogate pair reaches the database',
    file: 'api/src/http/storable-text.ts',
    find: "return text.isWellFormed() && !text.includes('\\u0000');",
    replace: 'return true;',
    test: ['api/src/http/malformed.test.ts', '-t', 'text that no database holds'],
  },
  // Other people's pages and guesses
  {
    what: "pages of other sites may use a visitor's session",
    file: 'api/src/http/same-origin.ts',
    find: "if (crossSite === 'allowed' || !isRefused) return done();",
    replace: 'if (isRefused || !isRefused) return done();',
    test: ['api/src/features/accounts/accounts.test.ts', '-t', 'cannot make a visitor call'],
  },
  {
    what: 'another site can begin a sign-in at the identity provider',
    file: 'api/src/features/accounts/provider-routes.ts',
    find: "request.headers['sec-fetch-site'] === 'cross-site'",
    replace: "request.headers['sec-fetch-site'] === 'elsewhere'",
    test: ['api/src/features/accounts/provider.test.ts', '-t', 'because another site says so'],
  },
  {
    what: 'the token of the hop follows a redirect',
    file: 'shell/server/api-hop.ts',
    find: "redirect: 'manual'",
    replace: "redirect: 'follow'",
    test: ['shell/server/api-hop.test.ts'],
  },
  {
    what: 'a form from another site is carried out',
    file: 'shared/node/same-origin.ts',
    find: 'origin !== publicOrigin && !SAFE_METHODS.includes(method)',
    replace: 'origin === publicOrigin && !SAFE_METHODS.includes(method)',
    test: ['api/src/http/http.test.ts', 'shell/server/http-app.test.ts', 'api/src/features/contact/contact.test.ts'],
  },
  {
    what: 'passwords that everybody tries first are taken',
    file: 'api/src/features/accounts/passwords.ts',
    find: '(await commonPasswords()).has(password.toLowerCase())',
    replace: '(await commonPasswords()).has(`${password}…`)',
    test: ['api/src/features/accounts/accounts.test.ts', '-t', 'refuses a wrong'],
  },
  {
    what: 'anybody may say whose request it is',
    file: 'api/src/http/client-ip.ts',
    find: 'isIP(ip) && isHopToken(secret, request.headers[HOP_TOKEN_HEADER])',
    replace: 'isIP(ip) && isHopToken(secret, request.headers[HOP_TOKEN_HEADER]) !== undefined',
    test: ['api/src/http', 'api/src/features/contact', 'api/src/features/posts/posts.test.ts'],
  },
  {
    what: 'an address that wrote too much is forgotten',
    file: 'api/src/http/write-counts.ts',
    find: 'const CELLS = 2 ** 21;',
    replace: 'const CELLS = 2 ** 4;',
    test: ['api/src/http/write-limit.test.ts'],
  },
  {
    what: "strangers can fill somebody's mailbox",
    file: 'api/src/mail/limits.ts',
    find: 'const TOGETHER: Rule = { max: 10, within: DAY_MS };',
    replace: 'const TOGETHER: Rule = { max: 10_000, within: DAY_MS };',
    test: ['api/src/mail/limits.test.ts'],
  },
  {
    what: 'links of posts lead into scripts',
    file: 'api/src/features/posts/sanitise.ts',
    find: 'href: isLinkAddress(href) ? href : BLANK_LINK',
    replace: 'href',
    test: ['api/src/features/posts/sanitise.test.ts', 'api/src/features/posts/xss.test.ts'],
  },
  {
    what: "a member changes somebody else's posts",
    file: 'api/src/features/posts/own-posts.ts',
    find: '  if (post?.ownerId === userId) return post;',
    replace: '  if (post) return post;',
    test: ['api/src/features/posts/own-posts.test.ts', '-t', 'nobody else changes'],
  },
  {
    what: 'an edit overwrites another one without a word',
    file: 'api/src/features/posts/own-posts.ts',
    find: 'if (!ifMatch(change.match, versionOf(stored))) throw changedMeanwhile();\n    const version',
    replace: 'const version',
    test: ['api/src/features/posts/own-posts.test.ts', '-t', 'of two edits'],
  },
  {
    what: 'everybody gets the controls of a post’s author',
    file: 'api/src/features/posts/routes.ts',
    find: 'ownerId !== null && ownerId === (await memberId(request))',
    replace: 'ownerId !== null',
    test: ['api/src/features/posts/own-posts.test.ts', '-t', 'says so'],
  },
  {
    what: 'a mailed link hides a post again and again',
    file: 'api/src/features/posts/moderation.ts',
    find: "  await tx.deleteFrom('hideLinks').where('postId', '=', id).execute();\n  await removePost",
    replace: '  await removePost',
    test: ['api/src/features/posts/watching.test.ts', '-t', 'hides once'],
  },
  {
    what: 'words of a post take the place of the link that hides it',
    file: 'api/src/features/posts/moderation-mails.ts',
    find: ".map((words) => words.replaceAll(TOKEN_GAP, '{ token }'))",
    replace: '',
    test: ['api/src/features/posts/watching.test.ts', '-t', 'token where the link is'],
  },
  // Nothing twice, nothing lost
  {
    what: 'a submission that is repeated is carried out again',
    file: 'api/src/database/idempotency.ts',
    find: 'if (earlier) return JSON.parse(earlier.answer) as Result;',
    replace: '',
    test: ['api/src/features/contact/contact.test.ts'],
  },
  {
    what: 'a worker whose lease has ended settles the mail of another',
    file: 'api/src/mail/outbox.ts',
    find: ".where('attempts', '=', attempts)",
    replace: ".where('attempts', '>=', attempts)",
    test: ['api/src/mail/outbox.test.ts'],
  },
  {
    what: 'a mail goes out more often than once',
    file: 'api/src/mail/outbox-worker.ts',
    find: 'until: at(now + lease)',
    replace: 'until: at(now - lease)',
    test: ['api/src/mail/outbox.test.ts'],
  },
  {
    what: 'a refund leaves the tokens where they are',
    file: 'api/src/features/referrals/service.ts',
    find: '    await takeBack(tx, deps, key);\n',
    replace: '',
    test: ['api/src/features/referrals/referrals.test.ts', '-t', 'sqlite'],
  },
  {
    what: 'old newsletter links confirm for ever',
    file: 'api/src/features/newsletter/service.ts',
    find: '(link.used || isOld || link.isSealed)',
    replace: '(link.used || link.isSealed)',
    test: ['api/src/features/newsletter/newsletter.test.ts'],
  },
  {
    what: 'what is old stays in the database',
    file: 'api/src/retention/outlived.ts',
    find: '${sql.ref(age)} < ${before}',
    replace: '${sql.ref(age)} < ${before} and 1 = 0',
    test: ['api/src/retention/retention.test.ts', '-t', 'sqlite'],
  },
  // Releases
  {
    what: 'a released file that somebody has changed is used',
    file: 'shell/server/releases/catalog.ts',
    find: 'if (integrityOf(bytes) !== integrity) throw',
    replace: 'if (integrityOf(bytes) === undefined) throw',
    test: ['shell/server/releases/catalog.test.ts'],
  },
  {
    what: 'two remotes may own the same page',
    file: 'shared/releases/ownership.ts',
    find: 'if (claimed) return { pattern, owner, claimed };',
    replace: 'if (claimed && owner === pattern) return { pattern, owner, claimed };',
    test: ['shared/releases/ownership.test.ts'],
  },
  {
    what: 'going back leads nowhere',
    file: 'shared/releases/current.ts',
    find: '!isCurrent(entry) && !entry.extras.takenBack',
    replace: 'isCurrent(entry) && !entry.extras.takenBack',
    test: ['shared/releases/current.test.ts'],
  },
  {
    what: 'an address with an escaped line break is read otherwise by server and browser',
    file: 'shared/releases/ownership.ts',
    find: 'return !/[\\p{Cc}\\u2028\\u2029]/u.test(decodeURIComponent(segment));',
    replace: 'return decodeURIComponent(segment) !== undefined;',
    test: ['shared/releases/ownership.test.ts'],
  },
  // Tests that tell
  {
    what: 'a test that passes at its second attempt is not named',
    file: 'tooling/test-report/playwright-tally.ts',
    find: "status === 'unexpected' || status === 'flaky'",
    replace: "status === 'unexpected'",
    test: ['tooling/test-report/test-report.test.ts'],
  },
  // In the browser
  {
    what: 'a double click that is quicker than the script sends a message twice',
    file: 'shared/forms/use-form-control.ts',
    find: 'if (isSending.current || isBusy?.()) return;',
    replace: 'if (isBusy?.()) return;',
    test: ['e2e/journeys/contact.spec.ts', '-g', 'double click'],
    browser: true,
  },
  {
    what: 'a remote whose entry throws holds all others up',
    file: 'tooling/vite/own-share-loads.ts',
    find: 'code.replaceAll(LIST, `${LIST}_${container}`)',
    replace: 'code',
    test: ['e2e/resilience/matrix.spec.ts', '-g', 'throws on load in browsers'],
    browser: true,
  },
  {
    what: 'a page that cannot be had in a tab is given up, though the server has it',
    file: 'shell/src/load-anew.ts',
    find: 'if (last === address && Date.now() - Number(at) < PAUSE_MS) return false;',
    replace: 'if (last !== address || Date.now() - Number(at) < PAUSE_MS) return false;',
    test: ['e2e/resilience/matrix.spec.ts', '-g', 'lost a page'],
    browser: true,
  },
  {
    what: 'a release takes a path away and nobody hears of it',
    file: 'tooling/release/gate/paths.ts',
    find: '.filter((path) => !isIn(without, path))',
    replace: '.filter(() => false)',
    test: ['tooling/release/gate/gate.test.ts'],
  },
  {
    what: 'a remote that did not load once never does in this page view',
    file: 'shell/src/remote-routes.ts',
    find: 'route.catch(() => mounted.delete(name));',
    replace: 'route.catch(() => undefined);',
    test: ['e2e/resilience/matrix.spec.ts', '-g', 'loaded ahead'],
    browser: true,
  },
  {
    what: 'of two who release into a bucket at once, one loses',
    file: 'shared/release-store/s3-writer.ts',
    find: "const condition = read ? { IfMatch: read.etag } : { IfNoneMatch: '*' as const };",
    replace: 'const condition = {};',
    test: ['tooling/release/s3-store.test.ts', '-t', 'two processes'],
  },
  {
    what: 'a signature of something else counts',
    file: 'shared/releases/signature.ts',
    find: 'return isGenuine ? undefined',
    replace: 'return isGenuine || !isGenuine ? undefined',
    test: ['tooling/release/signing.test.ts'],
  },
  {
    what: 'a drawing on the pages that confirm an address is 700 px wide',
    file: 'mf-auth/src/features/confirm-address/confirm-frame.tsx',
    find: '      <AuthFrame heading="Confirm your address" lead={lead} isNew>\n',
    replace:
      '      <AuthFrame heading="Confirm your address" lead={lead} isNew>\n        <svg width={700} height={20} aria-hidden="true" />\n',
    test: ['e2e/every-page.spec.ts', '-g', 'register/confirm'],
    browser: true,
  },
  {
    what: 'one visitor who reloads takes a release back',
    file: 'shell/server/observed/observed.ts',
    find: 'if (visitor.views >= VIEWS_PER_VISITOR) {',
    replace: 'if (false as boolean) {',
    test: ['shell/server/observed/observed.test.ts'],
  },
  {
    what: 'a release is taken back on a suspicion',
    file: 'shell/server/observed/verdict.ts',
    find: 'const ALPHA = 2e-5;',
    replace: 'const ALPHA = 1e-3;',
    test: ['shell/server/observed/verdict.test.ts'],
  },
  {
    what: 'what visitors typed gets into the log with an error',
    file: 'shared/contracts/impersonal.ts',
    find: String.raw`message.replace(/[?#]\S*|\S+@\S+|\d{6,}|"[^"]*"?/g, '…')`,
    replace: 'message',
    test: ['shell/server/observed/observed-routes.test.ts'],
  },
];
