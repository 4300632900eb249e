/** What a new `SESSION_SECRET` ends, as after the former one has leaked, and what goes on. */
import { accountCalls } from 'shared/contracts/account';
import { moderationCalls } from 'shared/contracts/moderation';
import { newsletterCalls } from 'shared/contracts/newsletter';
import { postCalls } from 'shared/contracts/posts';
import { InstallationSecret } from 'shared/node/installation-secret';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { json, PUBLIC_URL, startApi, type TestApi } from './support/api.ts';
import { databaseKinds } from './support/database.ts';
import {
  goodPassword,
  mailedLink,
  mailedLinks,
  memberOf,
  newEmail,
  registrationOf,
  type TestVisitor,
  visit,
} from './support/visitor.ts';

describe.each(databaseKinds)('another secret on %s', (kind) => {
  let before: TestApi;
  let after: TestApi;
  beforeAll(async () => {
    before = await startApi(kind);
    after = await startApi(kind, {}, { beside: before, secret: new InstallationSecret('another secret') });
  });
  afterAll(async () => {
    await after.close();
    await before.close();
  });

  /** A browser with another's cookies, asking the other instance. */
  const goOn = (visitor: TestVisitor): TestVisitor => {
    const same = visit(after);
    for (const [name, value] of visitor.cookies) same.cookies.set(name, value);
    return same;
  };

  test('sessions end, and so do mailed links, also those that a browser has opened', async () => {
    const [member, newcomer] = [newEmail(), newEmail()];
    const owner = await memberOf(before, member);
    await owner.post(accountCalls.forgotPassword, { email: member });
    const reset = await mailedLink(before, member);
    expect((await owner.get(reset)).headers.get('location')).toContain('account=');
    const registering = visit(before);
    await registering.post(accountCalls.register, registrationOf(newcomer));
    const confirm = await mailedLink(before, newcomer);
    expect((await registering.get(confirm)).headers.get('location')).toContain('account=');
    const { postId } = (await (
      await before.fetch(postCalls.posts, json({ title: 'Post', content: '<p>Words</p>' }))
    ).json()) as { postId: number };
    const hide = await mailedLink(before, 'office@site.test');
    const office = visit(before);
    await office.get(hide);
    expect((await office.get(moderationCalls.hiding)).status).toBe(200);

    const [formerOwner, formerNewcomer, formerOffice] = [owner, registering, office].map(goOn) as [
      TestVisitor,
      TestVisitor,
      TestVisitor,
    ];
    expect((await owner.get(accountCalls.account)).status).toBe(200);
    expect((await formerOwner.get(accountCalls.account)).status).toBe(401);
    for (const [visitor, link] of [
      [formerOwner, reset],
      [formerNewcomer, confirm],
    ] as const)
      expect((await visitor.get(link)).headers.get('location')).toContain('error=link-expired');
    const password = 'four green looms';
    expect((await formerOwner.post(accountCalls.newPassword, { password })).status).toBe(410);
    expect((await formerNewcomer.post(accountCalls.confirm)).status).toBe(410);
    expect((await formerOffice.get(moderationCalls.hiding)).status).toBe(410);
    expect((await formerOffice.post(moderationCalls.hiding)).status).toBe(410);
    expect((await before.fetch(postCalls.post(postId))).status).toBe(200);

    const again = await formerOwner.post(accountCalls.login, { email: member, password: goodPassword });
    expect(again.status, 'the password is still good').toBe(200);
  });

  test('links in former issues of the newsletter still unsubscribe', async () => {
    const email = newEmail();
    await before.fetch(newsletterCalls.subscribe, json({ email }));
    const token = new URLSearchParams((await mailedLink(before, email)).split('?')[1]).get('token');
    await before.fetch(newsletterCalls.confirm, json({ token }));
    const unsubscribe = (await mailedLinks(before, email)).find((link) => !link.endsWith(`=${token}`))!;
    const answer = await after.fetch(newsletterCalls.unsubscribe + new URL(unsubscribe, PUBLIC_URL).search, {
      method: 'POST',
    });
    expect(await answer.json()).toEqual({ status: 'unsubscribed' });
  });
});
