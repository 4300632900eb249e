/**
 * What the API is measured against: the same calls as most people would write them first, with Express and `pg`. It
 * reads a post with its neighbours, and stores a message with its mail in one transaction. No checks, limits or logs.
 */
import { randomUUID } from 'node:crypto';
import express from 'express';
import pg from 'pg';
import type { ReadyMessage } from '../../../shared/node/http/serve.ts';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = express();
app.use(express.json());

app.get('/posts/:id', async (request, response) => {
  const { id } = request.params;
  const [post, neighbours] = await Promise.all([
    pool.query('select id, title, content, author, created_at from posts where id = $1', [id]),
    pool.query(
      `select * from (select id, title from posts where id < $1 order by id desc limit 1) older
       union all select * from (select id, title from posts where id > $1 order by id limit 1) newer`,
      [id],
    ),
  ]);
  const [older, newer] = [
    (row: { id: number }) => row.id < Number(id),
    (row: { id: number }) => row.id > Number(id),
  ].map((matches) => (neighbours.rows as { id: number }[]).find(matches) ?? null);
  response.json({ ...post.rows[0], older, newer });
});

app.post('/contact', async (request, response) => {
  const { fullName, email, phone, subject, message } = request.body as Record<string, string>;
  const [id, mail, now] = [randomUUID(), randomUUID(), new Date().toISOString()];
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into contact_messages (id, full_name, email, phone, subject, message, created_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [id, fullName, email, phone, subject, message, now],
    );
    await client.query(
      `insert into outbox (id, topic, topic_id, message_id, recipient, reply_to, subject, text, state, attempts,
         next_attempt_at, created_at)
       values ($1, 'contact', $2, $3, 'office@site.test', $4, $5, $6, 'pending', 0, $7, $7)`,
      [mail, id, `<${mail}@site.test>`, email, `Message from ${fullName}, ${subject}`, message, now],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
  response.status(201).json({ id });
});

const server = app.listen(0, '127.0.0.1', () => {
  const bound = server.address();
  const ready: ReadyMessage = { type: 'ready', port: typeof bound === 'object' && bound ? bound.port : 0 };
  process.send?.(ready);
});
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
