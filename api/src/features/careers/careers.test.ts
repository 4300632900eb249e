import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import { sql } from 'kysely';
import type { Email } from 'postal-mime';
import { applicationCall, CV_FIELD } from 'shared/contracts/careers';
import { IDEMPOTENCY_HEADER } from 'shared/contracts/idempotency';
import type { Problem } from 'shared/contracts/problem';
import { INVALID_ROLE } from 'shared/rules/careers/application';
import { applicationForm as table } from 'shared/rules/careers/application-form';
import { CV_BAD_NAME, CV_EMPTY, CV_TOO_LARGE, CV_WRONG_TYPE } from 'shared/rules/careers/cv';
import { roleOf } from 'shared/content/roles';
import { type Answered, answered } from 'shared/node/http/answered';
import { valueFields } from 'shared/rules/form';
import { FIELD_EMPTY } from 'shared/rules/form-check';
import { CV_MAX_BYTES } from 'shared/rules/limits';
import { INVALID_PHONE } from 'shared/rules/phone';
import { referenceOf } from 'shared/rules/reference';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillingTokens } from '../../mail/mailed-token.ts';
import { smtpTransport } from '../../mail/transport.ts';
import { startOutboxWorker } from '../../mail/outbox-worker.ts';
import { PUBLIC_URL, SECRET, startApi, type TestApi } from '../../../test/support/api.ts';
import { applicationForm, goodApplication } from '../../../test/support/applications.ts';
import { databaseKinds } from '../../../test/support/database.ts';
import {
  contentTypes,
  docx,
  docxParts,
  packedPdf,
  pdf,
  pdfWith,
  relations,
  zip,
} from '../../../test/support/documents.ts';
import { eventLog } from '../../../test/support/log.ts';
import { startMailServer } from '../../../test/support/smtp.ts';

// Compressed once for both databases.
const nothing = Buffer.alloc(60 * 1024 * 1024);
const bomb = docx([{ name: 'word/media/image.xml', content: nothing }]);
const bombInDisguise = docx([{ name: 'word/media/image.xml', content: nothing, declared: 10 }]);
const bombOfManyParts = docx(
  Array.from({ length: 10 }, (_, n) => ({ name: `word/${n}`, content: nothing.subarray(0, 6 * 1024 * 1024) })),
);
const thousandParts = docx(Array.from({ length: 1_001 }, (_, n) => ({ name: `word/${n}.xml`, content: '' })));

describe.each(databaseKinds)('applications on %s', (kind) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(kind);
  });
  afterAll(() => api.close());

  const send = (body: BodyInit, headers: Record<string, string> = {}) =>
    api.fetch(applicationCall, { method: 'POST', body, headers: { accept: 'application/json', ...headers } });
  const refusal = async (body: FormData) => {
    const response = await send(body);
    return { status: response.status, problem: (await response.json()) as Problem };
  };
  const stored = async () => {
    const counted = async (table: 'applications' | 'files' | 'outbox') =>
      Number((await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(api.db)).rows[0]!.n);
    return {
      applications: await counted('applications'),
      files: await counted('files'),
      mails: await counted('outbox'),
    };
  };
  /** Runs work that must leave nothing behind. */
  const leavesNothing = async (work: () => Promise<void>) => {
    const before = await stored();
    await work();
    expect(await stored()).toEqual(before);
    expect(await readdir(`${api.place.dataDir}/uploads`).catch(() => [])).toEqual([]);
  };

  test('an application is stored with its CV; the company gets it by mail, the applicant a receipt', async () => {
    const mailServer = await startMailServer();
    const log = eventLog();
    const cv = pdf(3 * 1024 * 1024);
    const response = await send(applicationForm({ firstName: ' Ada ' }, { bytes: cv }));
    expect(response.status).toBe(201);
    const { id } = (await response.json()) as { id: string };
    const worker = startOutboxWorker({
      ...api,
      transport: fillingTokens(smtpTransport(mailServer.url, 'site@site.test'), SECRET),
      log,
    });
    await log.seen('mail sent', 2);
    await worker.stop();
    await mailServer.down();

    const row = await api.db
      .selectFrom('applications')
      .innerJoin('files', 'files.id', 'cvId')
      .selectAll()
      .where('applications.id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      ...goodApplication,
      name: `cv-${id}.pdf`,
      size: cv.length,
    });
    expect((await api.files.get(row.storedAs))?.bytes.equals(cv)).toBe(true);

    const toCompany = mailServer.received.find(({ to }) => to?.[0]?.address === 'careers@site.test')!;
    expect(toCompany.subject).toBe('Application from Ada Obi: Flutter developer');
    expect(toCompany.replyTo?.[0]?.address).toBe(goodApplication.email);
    const { role, ...typed } = goodApplication;
    expect(Object.values(typed), 'each field is tried').not.toContain('');
    for (const value of [roleOf(role)!.title, ...Object.values(typed), referenceOf(id)])
      expect(toCompany.text).toContain(value);
    const [attachment] = toCompany.attachments;
    expect(attachment).toMatchObject({ filename: `cv-${id}.pdf`, mimeType: 'application/pdf' });
    expect(Buffer.from(attachment!.content as ArrayBuffer).equals(cv)).toBe(true);

    const receipt = mailServer.received.find(({ to }) => to?.[0]?.address === goodApplication.email)!;
    expect(receipt.text).toContain(referenceOf(id));
    expect(receipt.text, 'what comes next, and when').toContain('reply within ten working days');
    // The way people write a moment, not programs.
    expect(toCompany.text).toMatch(/Received on \d+ \w+ \d{4} at \d\d:\d\d UTC, reference/);
    expect(receipt.text, 'words of the sender').not.toMatch(/Ada|lists that scroll/);
    expect(receipt.attachments).toEqual([]);
    const automatic = (mail: Email) => mail.headers.find(({ key }) => key === 'auto-submitted')?.value;
    expect(automatic(receipt), 'keeps programs from answering').toBe('auto-generated');
    expect(automatic(toCompany), "is an applicant's, whom a program may answer").toBeUndefined();
    expect(await readdir(`${api.place.dataDir}/uploads`)).toEqual([]);
  });

  test('a Word document is taken too, and the largest file that fits', async () => {
    expect((await send(applicationForm({}, { bytes: docx(), name: 'CV Ada.docx' }))).status).toBe(201);
    const largest = pdf(2_000_000 + CV_MAX_BYTES - pdf(2_000_000).length);
    expect(largest.length).toBe(CV_MAX_BYTES);
    expect((await send(applicationForm({}, { bytes: largest }))).status).toBe(201);
  });

  test('the fields are checked together, with the texts of the form', async () => {
    await leavesNothing(async () => {
      const empty = Object.fromEntries(valueFields(table).map((name) => [name, ' ']));
      expect(await refusal(applicationForm(empty, null))).toMatchObject({
        status: 422,
        problem: {
          code: 'validation-failed',
          errors: ['role', 'firstName', 'lastName', 'email', 'phone', CV_FIELD].map((field) => ({
            field,
            message: FIELD_EMPTY,
          })),
        },
      });
      expect((await refusal(applicationForm({ phone: '1', role: 'pilot' }))).problem.errors).toEqual([
        { field: 'role', message: INVALID_ROLE },
        { field: 'phone', message: INVALID_PHONE },
      ]);
    });
  });

  test('a browser without script goes back to the career page, whose URL has nothing that was typed', async () => {
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
    const go = async (body: FormData) => {
      const response = await api.fetch(applicationCall, {
        method: 'POST',
        body,
        headers: { accept, origin: PUBLIC_URL },
        redirect: 'manual',
      });
      return { status: response.status, location: response.headers.get('location') };
    };
    const { status, location } = await go(applicationForm({ about: 'without script' }));
    expect(status).toBe(303);
    expect(location).toMatch(/^\/career\?received=[\da-f-]{36}#apply$/);
    expect(await go(applicationForm({ email: 'x' }, { bytes: Buffer.from('text') }))).toEqual({
      status: 303,
      location: '/career?refused=validation-failed&fields=email#apply',
    });
    expect((await go(applicationForm({}, { bytes: pdf(6 * 1024 * 1024) }))).location).toBe(
      '/career?refused=body-too-large&fields=cv#apply',
    );
    const long = applicationForm({ about: 'x'.repeat(100_000) });
    expect((await go(long)).location, 'it is not the CV').toBe('/career?refused=validation-failed&fields=about#apply');
  });

  test('what fails for a browser without script is logged and counted like any other failure', async () => {
    const told: Answered[] = [];
    const end = answered.listen((answer) => void told.push(answer));
    await sql`alter table outbox rename to outbox_gone`.execute(api.db);
    const response = await api.fetch(applicationCall, {
      method: 'POST',
      body: applicationForm({ about: 'fails without script' }),
      headers: { accept: 'text/html', origin: PUBLIC_URL },
      redirect: 'manual',
    });
    await sql`alter table outbox_gone rename to outbox`.execute(api.db);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/career?refused=internal-error&fields=#apply');
    await expect.poll(() => told).toMatchObject([{ route: applicationCall, status: 500 }]);
    end();
    const lines = api.log.map((line) => JSON.parse(line) as Record<string, unknown>);
    const [failed, answer] = lines.filter(({ code }) => code === 'internal-error').slice(-2);
    expect(failed).toMatchObject({ message: 'request failed', err: { message: expect.stringContaining('outbox') } });
    expect(answer).toMatchObject({ message: 'answered', path: applicationCall, status: 500 });
  });

  test('a repetition with the same key, or of the same application, is one application and one answer', async () => {
    for (const headers of [{ [IDEMPOTENCY_HEADER]: 'k1' }, {}] as Record<string, string>[]) {
      const before = await stored();
      const form = () => applicationForm({ email: 'again@example.com', about: `again ${Object.keys(headers).length}` });
      const answers = await Promise.all(Array.from({ length: 6 }, async () => (await send(form(), headers)).text()));
      expect(new Set(answers).size).toBe(1);
      const { applications, files, mails } = await stored();
      expect({ applications, files, mails }).toEqual({
        applications: before.applications + 1,
        files: before.files + 1,
        mails: before.mails + 2,
      });
    }
    const other = await send(applicationForm({ email: 'again@example.com', about: 'again 1' }, { bytes: pdf(9) }), {
      [IDEMPOTENCY_HEADER]: 'k1',
    });
    expect(other.status).toBe(422);
    expect(await other.json()).toMatchObject({ code: 'idempotency-key-reused' });
  });

  test('all or nothing: without the mails neither application nor file is stored', async () => {
    await sql`alter table outbox rename to outbox_gone`.execute(api.db);
    const response = await send(applicationForm({ about: 'all or nothing' }));
    await sql`alter table outbox_gone rename to outbox`.execute(api.db);
    expect(response.status).toBe(500);
    await leavesNothing(async () => {});
    const left = await sql`
      select id from applications where about = 'all or nothing'
      union all select id from files where id not in (select cv_id from applications)`.execute(api.db);
    expect(left.rows).toEqual([]);
  });

  const html = Buffer.from('<html><script>alert(1)</script></html>');
  test.each<[string, Buffer, RegExp | string]>([
    ['an empty file', Buffer.alloc(0), CV_EMPTY],
    ['a text', Buffer.from('Curriculum vitae'), CV_WRONG_TYPE],
    ['a web page', html, CV_WRONG_TYPE],
    ['an old Word file', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]), CV_WRONG_TYPE],
    [
      'a Word file with a password',
      Buffer.concat([
        Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        Buffer.alloc(600),
        Buffer.from('EncryptedPackage', 'utf16le'),
        Buffer.alloc(100),
      ]),
      /has a password/,
    ],
    ['a program', Buffer.concat([Buffer.from('MZ'), pdf()]), CV_WRONG_TYPE],
    ['a picture that is also a PDF', Buffer.concat([Buffer.from('GIF89a'), pdf()]), CV_WRONG_TYPE],
    ['a PDF that was cut off', pdf().subarray(0, -30), /damaged/],
    ['a PDF with a page behind its end', Buffer.concat([pdf(), html]), /damaged/],
    ['a PDF that is also a ZIP', Buffer.concat([pdf(), zip([{ name: 'a.class', content: 'x' }])]), /damaged/],
    [
      'a PDF inside the comment of a ZIP',
      Buffer.concat([pdf(), zip([{ name: 'a', content: '' }], '%%EOF')]),
      /damaged/,
    ],
    ['a plain ZIP', zip([{ name: 'cv.pdf', content: 'x' }]), CV_WRONG_TYPE],
    ['a ZIP that says PDF in its first bytes', zip([{ name: '%PDF-1.4', content: '' }, ...docxParts()]), CV_WRONG_TYPE],
    [
      'a spreadsheet',
      zip(docxParts().map(({ name, content }) => ({ name: name.replace('word/document', 'xl/workbook'), content }))),
      CV_WRONG_TYPE,
    ],
    ['a document that leaves its folder', docx([{ name: '../../etc/passwd', content: 'x' }]), /damaged/],
    ['a document with NUL in a name', docx([{ name: 'word/a\u0000.xml', content: 'x' }]), CV_WRONG_TYPE],
    [
      'a document with two parts of one name',
      zip([...docxParts(), { name: 'word/document.xml', content: 'x' }]),
      CV_WRONG_TYPE,
    ],
    [
      'a document with two parts of one name to Word',
      docx([{ name: 'word/Document.xml', content: 'x' }]),
      CV_WRONG_TYPE,
    ],
    ['a document behind something else', Buffer.concat([html, docx()]), CV_WRONG_TYPE],
    ['a document that was cut off', docx().subarray(0, -10), CV_WRONG_TYPE],
    ['a document with a damaged part', flipped(docx(), 90), /damaged|PDF or Word/],
    ['a zip bomb', bomb, /unpacks to far more/],
    ['a zip bomb that says it is small', bombInDisguise, /damaged/],
    ['a zip bomb of many parts', bombOfManyParts, /unpacks to far more/],
    ['a document of a thousand parts', thousandParts, /unpacks to far more/],
  ])('%s is refused', async (_what, bytes, message) => {
    await leavesNothing(async () => {
      const { status, problem } = await refusal(applicationForm({}, { bytes }));
      expect(status).toBe(422);
      expect(problem.errors).toEqual([
        { field: CV_FIELD, message: typeof message === 'string' ? message : expect.stringMatching(message) },
      ]);
    });
  });

  const types = (more: string, main?: string): [Buffer] => [
    docx([{ name: '[Content_Types].xml', content: contentTypes(more, main) }]),
  ];
  const related = (
    relation: Parameters<typeof relations>[0][number],
    part = 'word/_rels/footer1.xml.rels',
  ): [Buffer] => [docx([{ name: part, content: relations([relation]) }])];
  const PASSED_ON = /more than text and pictures.*Save it as a PDF/;
  test.each<[string, [Buffer], RegExp?]>([
    [
      'declared as one with macros',
      types('', 'application/vnd.ms-word.document.macroEnabled.main+xml'),
      /PDF or Word|more than text/,
    ],
    [
      'with a macro of another name',
      types('<Override PartName="/word/theme.dat" ContentType="application/vnd.ms-office.vbaProject"/>'),
    ],
    [
      'with a macro, by an ending',
      types('<Default Extension="DAT" ContentType="APPLICATION/VND.MS-OFFICE.VBAPROJECT"/>'),
    ],
    [
      'with a macro, by another prefix',
      types(
        '<t:Override xmlns:t="http://schemas.openxmlformats.org/package/2006/content-types" PartName="/word/a" ContentType="application/vnd.ms-&#111;ffice.vbaProject"/>',
      ),
    ],
    [
      'with a control',
      types('<Override PartName="/word/activeX/activeX1.xml" ContentType="application/vnd.ms-office.activeX+xml"/>'),
    ],
    [
      'with an embedded object',
      types('<Default Extension="bin" ContentType="application/vnd.openxmlformats-officedocument.oleObject"/>'),
    ],
    [
      'that relates to a macro',
      related({ type: 'http://schemas.microsoft.com/office/2006/relationships/vbaProject', target: 'theme.dat' }),
    ],
    ['that relates to an object', related({ type: 'oleObject', target: 'embeddings/a.bin' })],
    ['that relates to another document', related({ type: 'package', target: 'embeddings/a.docx' })],
    ['that takes in a page', related({ type: 'aFChunk', target: 'a.html' })],
    [
      'with a template from elsewhere',
      related(
        { type: 'attachedTemplate', target: 'https://evil.test/a.dotm', external: true },
        'word/_rels/settings.xml.rels',
      ),
    ],
    ...[
      'file:////evil.test/a.dotm',
      'file://evil.test/a.dotm',
      '\\\\evil.test\\a.dotm',
      '//evil.test/a.dotm',
      'file:///%5C%5Cevil.test/a.dotm',
      'https://evil.test/100%/a.dotm',
    ].map((target): [string, [Buffer]] => [
      `with a template from another machine: ${target}`,
      related({ type: 'attachedTemplate', target, external: true }, 'word/_rels/settings.xml.rels'),
    ]),
    ['with an image from elsewhere', related({ type: 'image', target: 'https://evil.test/a.png', external: true })],
    [
      'with a frame from elsewhere',
      related({ type: 'frame', target: 'https://evil.test/', external: true }, 'word/_rels/webSettings.xml.RELS'),
    ],
    [
      'whose table defines what it says',
      [
        docx([
          {
            name: '[Content_Types].xml',
            content: contentTypes().replace('<Types', '<!DOCTYPE Types [<!ENTITY a "x">]><Types'),
          },
        ]),
      ],
      /damaged/,
    ],
    [
      'whose table is written in another alphabet',
      [docx([{ name: 'word/_rels/document.xml.rels', content: Buffer.from(`\ufeff${relations([])}`, 'utf16le') }])],
      /damaged/,
    ],
    [
      'whose table is written in another alphabet without a word about it',
      [
        docx([
          {
            name: 'word/_rels/a.xml.rels',
            content: Buffer.from(relations([{ type: 'control', target: 'a' }]), 'utf16le'),
          },
        ]),
      ],
      /damaged/,
    ],
    [
      'whose table is larger than one for a CV',
      [docx([{ name: 'word/_rels/a.xml.rels', content: Buffer.alloc(2 * 1024 * 1024, ' ') }])],
      /unpacks to far more/,
    ],
    [
      'whose table is not even in letters',
      [docx([{ name: 'word/_rels/a.xml.rels', content: Buffer.from([0x4c, 0x6f, 0xa7, 0x94, 0x93]) }])],
      /damaged/,
    ],
    ...['', ' '.repeat(1_000)].map((space): [string, [Buffer], RegExp] => [
      `whose table says after ${space.length} spaces that it is written in another alphabet`,
      [
        docx([
          {
            name: 'word/_rels/a.xml.rels',
            content: `<?xml version="1.0"${space} encoding="UTF-7"?>+ADw-Relationships/+AD4-`,
          },
        ]),
      ],
      /damaged/,
    ]),
  ])('a Word document %s is refused', async (_what, [bytes], message = PASSED_ON) => {
    await leavesNothing(async () => {
      const { status, problem } = await refusal(applicationForm({}, { bytes }));
      expect(status).toBe(422);
      expect(problem.errors).toEqual([{ field: CV_FIELD, message: expect.stringMatching(message) }]);
    });
  });

  const script = '<</S/JavaScript/JS(app.alert\\(1\\))>>';
  const HEAD = 100;
  /** Without the space that most programs put before a dictionary. */
  const dense = (bytes: Buffer) =>
    Buffer.from(bytes.toString('latin1').replaceAll(/(obj|trailer)\s+(?=<<)/g, '$1'), 'latin1');
  const packedTwice = { says: '/Filter[/FlateDecode]', pack: (text: string) => deflateSync(text, { level: 0 }) };
  test.each<[string, Buffer]>([
    ['a script when it is opened', pdfWith('/OpenAction 4 0 R', [script])],
    ['a script when a page is', pdfWith('/AA<</O 4 0 R>>', [script])],
    ['a script for the whole', pdfWith('/Names<</JavaScript 4 0 R>>', ['<</Names[(a)5 0 R]>>', script])],
    ['a script, disguised', pdfWith('/OpenAction 4 0 R', ['<</S/J#61v#61Script/#4a#53(x)>>'])],
    ['a script right behind the word that begins its object', dense(pdfWith('/OpenAction 4 0 R', [script]))],
    ['a script right behind the word that begins the trailer', dense(pdfWith('', [], `/OpenAction${script}`))],
    ['a script behind what looks like a text', pdfWith('/OpenAction 5 0 R', ['<</A(', script])],
    ['a script in what looks like a stream', pdfWith('/OpenAction 5 0 R', [`<</Length 9>>\nstream\n`, script])],
    ['a script behind what looks like the name of a place', pdfWith('/AA<</X/Dest/JS(x)>>')],
    ['a script among places', pdfWith('/Names<</JavaScript 4 0 R/A[3 0 R/Fit]>>', ['<</Names[(a)5 0 R]>>'])],
    ['a form that looks like a place', pdfWith('/AcroForm 4 0 R', ['<</XFA[5 0 R/Fit]>>'])],
    ['a program to start', pdfWith('/OpenAction<</S/Launch/F(calc.exe)>>')],
    ['a form with its own program', pdfWith('/AcroForm<</XFA 4 0 R>>', ['<</Length 0>>\nstream\n\nendstream'])],
    ['a film', pdfWith('', ['<</Type/Annot/Subtype/RichMedia>>'])],
    ['a script among compressed objects', packedPdf('/OpenAction 4 0 R', [script])],
    ['a script among compressed objects, disguised', packedPdf('/OpenAction 4 0 R', ['<</S/JavaScrip#74/J#53(x)>>'])],
    ['a script among objects packed without compression', packedPdf('/OpenAction 4 0 R', [script], packedTwice)],
    [
      'a script among objects that are not compressed',
      packedPdf('/OpenAction 4 0 R', [script], { says: '', pack: Buffer.from }),
    ],
    [
      'a script among compressed objects behind a remark',
      Buffer.from(
        packedPdf('/OpenAction 4 0 R', [script]).toString('latin1').replace('>>stream', '>>%\nstream '),
        'latin1',
      ),
    ],
    [
      'a script among compressed objects whose places count from the very beginning',
      packedPdf('/OpenAction 4 0 R', [script], {
        first: '0',
        offset: (at) => String(at + HEAD),
        pack: (text) => {
          const begin = text.indexOf('<<');
          return deflateSync(text.slice(0, begin).padEnd(HEAD) + text.slice(begin));
        },
      }),
    ],
    ['a script behind an object without an end', packedPdf('/OpenAction 5 0 R', ['<</A(', script])],
  ])('a PDF with %s is refused', async (_what, bytes) => {
    await leavesNothing(async () => {
      const { status, problem } = await refusal(applicationForm({}, { bytes }));
      expect(status).toBe(422);
      expect(problem.errors).toEqual([
        { field: CV_FIELD, message: expect.stringMatching(/runs when it is opened. Print it to a new PDF/) },
      ]);
    });
  });

  const UNSEEN = /could not be fully checked/;
  const INSIDE = /other files inside/;
  const link =
    '<</Type/Annot/Subtype/Link/A<</S/URI/URI(https://example.com/JavaScript)>>/Contents(HTML /JavaScript /Launch)>>';
  const shown = 'BT (HTML/CSS/JavaScript /Launch) Tj ET';
  test.each<[string, Buffer, RegExp?]>([
    ['as word processors write it', packedPdf('/OpenAction[3 0 R/Fit]/Outlines<</First 4 0 R>>', [link])],
    [
      'whose first packed object follows its head at once',
      packedPdf('', [], { pack: (text) => deflateSync(` ${text.replace(' <<', '<<')}`) }),
    ],
    [
      'with links, and skills that programs have',
      pdfWith('/Lang(en)', [link, `<</Length ${shown.length}>>\nstream\n${shown}\nendstream`]),
    ],
    [
      'with scripts among compressed text',
      pdfWith('', [`<</Filter/FlateDecode>>\nstream\n${deflateSync(shown).toString('latin1')}\nendstream`]),
    ],
    [
      'as Chrome writes it, with links to headings of the same page',
      pdfWith('/Dests 5 0 R', [
        '<</Type /Annot\n/Subtype /Link\n/Rect [36 729.75 86.25 742.5]\n/Dest /JavaScript>>',
        '<</JavaScript [3 0 R /XYZ 6 700.5 0]\n/Launch [3 0 R /XYZ 6 636.75 0]>>',
      ]),
    ],
    ['whose owner forbids to print it', pdfWith('', ['<</Filter/Standard/V 2/R 3/P -44>>'], '/Encrypt 4 0 R'), UNSEEN],
    [
      'whose objects are packed in an unusual way',
      packedPdf('', [], {
        says: '/Filter[/ASCIIHexDecode/FlateDecode]',
        pack: (text) => Buffer.from(`${deflateSync(text).toString('hex')}>`),
      }),
      UNSEEN,
    ],
    [
      'whose objects are packed with differences',
      packedPdf('', [], {
        says: '/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 1>>',
        pack: (text) => deflateSync(text),
      }),
      UNSEEN,
    ],
    [
      'that says elsewhere where its objects begin',
      packedPdf('', [], { says: '/First 99/Filter/FlateDecode' }),
      UNSEEN,
    ],
    ['that says in another object where its objects begin', packedPdf('', [script], { first: '9 0 R' }), UNSEEN],
    ['that says in another object how many it packs', packedPdf('', [script], { count: '9 0 R' }), UNSEEN],
    ['that packs more objects than it lists', packedPdf('', [], { count: '9' }), UNSEEN],
    [
      'whose packed objects are not where a reader expects them',
      Buffer.from(packedPdf('', [script]).toString('latin1').replace('>>stream', '>> stray stream'), 'latin1'),
      UNSEEN,
    ],
    ['whose objects have unusual places', packedPdf('', [script], { offset: (at) => `+${at}` }), UNSEEN],
    ['whose objects unpack to more than a CV has', packedPdf('', [`(${'x'.repeat(12 * 1024 * 1024)})`]), UNSEEN],
    ['with more in it than a CV has', pdfWith('', [`[${'[]'.repeat(700_000)}]`]), UNSEEN],
    [
      'with a file inside',
      packedPdf('/Names<</EmbeddedFiles<</Names[(a.exe)4 0 R]>>>>', ['<</Type/Filespec/EF<</F 5 0 R>>>>']),
      INSIDE,
    ],
  ])('a PDF %s is taken, with a word to who opens it if need be', async (_what, bytes, word) => {
    const response = await send(applicationForm({ about: randomUUID() }, { bytes }));
    expect(response.status, await response.clone().text()).toBe(201);
    const { id } = (await response.json()) as { id: string };
    const { text } = await api.db
      .selectFrom('outbox')
      .select('text')
      .where('topicId', '=', id)
      .where('recipient', '=', 'careers@site.test')
      .executeTakeFirstOrThrow();
    for (const doubt of [UNSEEN, INSIDE]) expect(doubt.test(text)).toBe(doubt === word);
  });

  test('a file that is too large is refused', async () => {
    await leavesNothing(async () => {
      const { status, problem } = await refusal(applicationForm({}, { bytes: pdf(CV_MAX_BYTES) }));
      expect(status).toBe(413);
      expect(problem).toMatchObject({
        code: 'body-too-large',
        detail: CV_TOO_LARGE,
        errors: [{ field: CV_FIELD, message: CV_TOO_LARGE }],
      });
    });
  });

  const written = (parts: string[], boundary = 'b') =>
    `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`;
  const fieldPart = (name: string, value = 'x') => `content-disposition: form-data; name="${name}"\r\n\r\n${value}`;
  const filePart = (filename: string, name: string = CV_FIELD) =>
    `content-disposition: form-data; name="${name}"; filename="${filename}"\r\ncontent-type: application/pdf\r\n\r\n${pdf()}`;
  const good = Object.entries(goodApplication).map(([name, value]) => fieldPart(name, value));

  test.each<[string, string]>([
    ['of many languages', 'CV Ọlá 履歴書 😀.pdf'],
    ['as long as a disk allows, of three bytes each', `${'履'.repeat(200)}.pdf`],
    ['with quotes, in capitals', 'CV "final" 100%.PDF'],
  ])('a file name %s is taken', async (_what, name) => {
    const response = await send(applicationForm({ about: name }, { bytes: pdf(), name }));
    expect(response.status, await response.text()).toBe(201);
  });

  test.each([
    '../../../tmp/cv.pdf',
    '/tmp/cv.pdf',
    String.raw`..\\cv.pdf`,
    'cv\u0000.pdf',
    '\u202Efdp.pdf',
    `${'x'.repeat(400)}.pdf`,
  ])('the file name %j is refused', async (name) => {
    await leavesNothing(async () => {
      const response = await send(written([...good, filePart(name)]), {
        'content-type': 'multipart/form-data; boundary=b',
      });
      expect(response.status).toBe(422);
      expect(((await response.json()) as Problem).errors).toEqual([{ field: CV_FIELD, message: CV_BAD_NAME }]);
    });
  });

  test.each<[string, string, string?]>([
    ['a thousand fields', written(Array.from({ length: 1_000 }, (_, n) => fieldPart(`f${n}`)))],
    ['a thousand times one field', written(Array.from({ length: 1_000 }, () => fieldPart('role')))],
    ['a thousand files', written(Array.from({ length: 1_000 }, (_, n) => filePart('cv.pdf', `cv${n}`)))],
    ['a thousand files of the right name', written(Array.from({ length: 1_000 }, () => filePart('cv.pdf')))],
    ['two files', written([...good, filePart('a.pdf'), filePart('b.pdf')])],
    ['a field twice', written([...good.slice(1), fieldPart('email'), filePart('a.pdf')])],
    ['a text where the file belongs', written([...good, fieldPart(CV_FIELD)])],
    ['a file where a text belongs', written([...good.slice(1), filePart('a.pdf', 'role')])],
    ['__proto__', written([...good, fieldPart('__proto__')])],
    [
      'JSON in a field',
      written([
        ...good.slice(1),
        'content-disposition: form-data; name="role"\r\ncontent-type: application/json\r\n\r\n{"a":1}',
        filePart('a.pdf'),
      ]),
    ],
    ['no end', written([...good, filePart('a.pdf')]).slice(0, -200)],
    ['nothing', ''],
    ['no boundary', written(good), 'multipart/form-data'],
    ['another boundary', written(good), 'multipart/form-data; boundary=other'],
    ['a boundary of 10,000 characters', written(good), `multipart/form-data; boundary=${'b'.repeat(10_000)}`],
    [
      'a thousand header lines',
      written([`${Array.from({ length: 1_000 }, (_, n) => `x-${n}: 1\r\n`).join('')}${fieldPart('role')}`]),
    ],
    ['JSON', JSON.stringify(goodApplication), 'application/json'],
    [
      'a form without files',
      new URLSearchParams({ ...goodApplication }).toString(),
      'application/x-www-form-urlencoded',
    ],
  ])('%s: refused, with a reason', async (_what, body, type = 'multipart/form-data; boundary=b') => {
    await leavesNothing(async () => {
      const response = await send(body, { 'content-type': type });
      const answer = await response.text();
      expect([400, 413, 415, 422], answer).toContain(response.status);
      expect(JSON.parse(answer)).toMatchObject({ status: response.status, detail: expect.stringMatching(/\w/) });
      expect(answer).not.toMatch(/node_modules|\.ts\b|\bat .+:\d+|Error:/);
    });
  });

  test.each(['application/json', 'application/x-www-form-urlencoded', 'text/plain'])(
    'a body of the type %s is told which type it must have',
    async (type) => {
      const response = await send('{}', { 'content-type': type });
      expect(await response.json()).toMatchObject({
        status: 415,
        code: 'unsupported-media-type',
        detail: 'The body must be sent as multipart/form-data.',
      });
    },
  );

  test('a page of another site cannot send', async () => {
    await leavesNothing(async () =>
      expect((await send(applicationForm(), { origin: 'http://evil.test' })).status).toBe(403),
    );
  });

  test('nothing typed or sent is in the log, and only what should has failed', () => {
    expect(api.log.join('\n')).not.toMatch(/ada@example|08031234567|lists that scroll|%PDF/);
    expect(api.log.filter((line) => line.includes('"level":"error"'))).toHaveLength(2);
  });
});

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = copy[at]! ^ 0xff;
  return copy;
}
