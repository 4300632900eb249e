/** What a new `SESSION_SECRET` ends, as after the former one has leaked, and what goes on while both are good. */
import { randomUUID } from 'node:crypto';
import { ACCOUNT_HEADER, ACCOUNT_QUERY, accountCalls } from 'shared/contracts/account';
import { moderationCalls } from 'shared/contracts/moderation';
import { newsletterCalls } from 'shared/contracts/newsletter';
import { postCalls } from 'shared/contracts/posts';
import { InstallationSecret } from 'shared/node/installation-secret';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { processorTime } from 'shared/node/test-support/processor-time';
import { findTheirRows } from '../src/admin/personal-data.ts';
import { sealedKey } from '../src/mail/email-key.ts';
import { mailedToken } from '../src/mail/mailed-token.ts';
import { json, PUBLIC_URL, SECRET, SESSION_SECRET, startApi, type TestApi } from './support/api.ts';
import { databaseKinds } from './support/database.ts';
import {
  goodPassword,
  mailedLink,
  mailedLinks,
  mailsTo,
  memberOf,
  newEmail,
  registrationOf,
  type TestVisitor,
  visit,
} from './support/visitor.ts';

describe.each(databaseKinds)('another secret on %s', (kind) => {
  /** With the former secret, with both, and with the new one alone. */
  let before: TestApi;
  let between: TestApi;
  let after: TestApi;
  beforeAll(async () => {
    before = await startApi(kind);
    const beside = before;
    between = await startApi(kind, {}, { beside, secret: new InstallationSecret('another secret', SESSION_SECRET) });
    after = await startApi(kind, {}, { beside, secret: new InstallationSecret('another secret') });
  });
  afterAll(async () => {
    await after.close();
    await between.close();
    await before.close();
  });

  /** The same browser, asking another instance. */
  const goOn = (visitor: TestVisitor, instance: TestApi): TestVisitor => {
    const same = visit(instance);
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

    const [formerOwner, formerNewcomer, formerOffice] = [owner, registering, office].map((visitor) =>
      goOn(visitor, after),
    ) as [TestVisitor, TestVisitor, TestVisitor];
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

  test('while both are good, sessions and links of either go on', async () => {
    const [member, newcomer] = [newEmail(), newEmail()];
    const owner = await memberOf(before, member);
    const now = goOn(owner, between);
    expect((await now.get(accountCalls.account)).status).toBe(200);
    const registering = visit(before);
    await registering.post(accountCalls.register, registrationOf(newcomer));
    const page = new URL(
      (await registering.get(await mailedLink(before, newcomer))).headers.get('location')!,
      PUBLIC_URL,
    );
    const shown = { [ACCOUNT_HEADER]: page.searchParams.get(ACCOUNT_QUERY)! };
    expect((await goOn(registering, after).post(accountCalls.confirm, {}, shown)).status).toBe(410);
    expect((await goOn(registering, between).post(accountCalls.confirm, {}, shown)).status).toBe(200);
    await owner.post(accountCalls.forgotPassword, { email: member });
    await now.get(await mailedLink(before, member));
    expect((await now.post(accountCalls.newPassword, { password: 'four green looms' })).status).toBe(200);

    const login = { email: member, password: 'four green looms' };
    expect((await now.post(accountCalls.login, login)).status).toBe(200);
    expect((await goOn(now, after).get(accountCalls.account)).status, 'the new secret signs').toBe(200);
    expect((await goOn(now, before).get(accountCalls.account)).status).toBe(401);
    await now.logout();
    expect((await now.get(accountCalls.account)).status).toBe(401);
  });

  test('while they change places, a mailed link works, whichever instance writes and whichever sends it', async () => {
    const swapped = new InstallationSecret(SESSION_SECRET, 'another secret');
    const other = await startApi(kind, {}, { beside: before, secret: swapped });
    const both = new InstallationSecret('another secret', SESSION_SECRET);
    for (const [writer, sender] of [
      [between, swapped],
      [other, both],
    ] as const) {
      /** As the other instance sends the newest mail to an address. */
      const linkTo = async (email: string) => {
        const [mail] = await mailsTo(before, email);
        const [, path] = /^http:\/\/site\.test(\S+token=)\{token\}/m.exec(mail!.text)!;
        return path! + mailedToken(sender, mail!.id);
      };
      const [member, newcomer] = [newEmail(), newEmail()];
      await memberOf(before, member);
      const owner = visit(writer);
      await owner.post(accountCalls.forgotPassword, { email: member });
      await owner.get(await linkTo(member));
      expect((await owner.post(accountCalls.newPassword, { password: 'four green looms' })).status).toBe(200);

      const registering = visit(writer);
      await registering.post(accountCalls.register, registrationOf(newcomer));
      await registering.get(await linkTo(newcomer));
      expect((await goOn(registering, between).post(accountCalls.confirm)).status).toBe(200);

      await writer.fetch(postCalls.posts, json({ title: 'Post', content: '<p>Words</p>' }));
      const office = visit(writer);
      await office.get(await linkTo('office@site.test'));
      expect((await office.post(moderationCalls.hiding)).status).toBe(200);
    }
    await other.close();
  });

  test('while both are good, however long a cookie is, it costs no more than a moment', async () => {
    const used = processorTime();
    for (let times = 0; times < 10; times += 1) {
      const headers = { cookie: 'a'.repeat(15_000) };
      expect((await between.fetch(accountCalls.session, { headers })).status).toBe(200);
    }
    expect(used()).toBeLessThan(1_000);
  });

  test('while both are good, who unsubscribed before is recognised, and found by the commands', async () => {
    const email = newEmail();
    const [id, time] = [randomUUID(), new Date().toISOString()];
    const times = { askedAt: time, unsubscribedAt: time };
    const sealed = { id, email: '', emailKey: sealedKey(SECRET, email), state: 'unsubscribed' as const, ...times };
    await before.db.insertInto('subscribers').values(sealed).execute();
    const both = new InstallationSecret('another secret', SESSION_SECRET);
    expect((await findTheirRows(between.db, both, email)).subscribers).toMatchObject([{ id }]);
    await between.fetch(newsletterCalls.subscribe, json({ email }));
    expect(await before.db.selectFrom('subscribers').selectAll().where('email', '=', email).execute()).toMatchObject([
      { id, state: 'unsubscribed' },
    ]);
  });
});
