/**
 * Does as many successive durable transactions as `node:sqlite` can: each stores a message with the mail about it, like
 * the API's, at synchronous=FULL. Prints how many a second. Arguments: a migrated database, and how long, in ms.
 */
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { goodMessage } from '../../../api/test/support/contact.ts';

const [, , file = '', time = '1000'] = process.argv;
const db = new DatabaseSync(file, { timeout: 5_000, enableForeignKeyConstraints: true });
db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on;');
const [begin, commit] = ['begin immediate', 'commit'].map((sql) => db.prepare(sql)) as [Statement, Statement];
const addMessage = db.prepare(
  `insert into contact_messages (id, full_name, email, phone, subject, message, created_at) values (?, ?, ?, ?, ?, ?, ?)`,
);
const addMail = db.prepare(
  `insert into outbox (id, topic, topic_id, message_id, recipient, reply_to, subject, text, state, attempts,
     next_attempt_at, created_at) values (?, 'contact', ?, ?, 'office@site.test', ?, ?, ?, 'pending', 0, ?, ?)`,
);
type Statement = ReturnType<DatabaseSync['prepare']>;

const { fullName, email, phone, subject, message } = goodMessage;
const start = performance.now();
let done = 0;
while (performance.now() - start < Number(time)) {
  const [id, mail, now] = [randomUUID(), randomUUID(), new Date().toISOString()];
  begin.run();
  addMessage.run(id, fullName, email, phone, subject, message, now);
  addMail.run(mail, id, `<${mail}@site.test>`, email, `Message from ${fullName}`, message, now, now);
  commit.run();
  done += 1;
}
console.log((done / (performance.now() - start)) * 1000);
