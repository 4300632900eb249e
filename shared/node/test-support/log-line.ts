/** What both servers write for an answered request: a line with any other field does not parse. */
import { z } from 'zod';

export const answeredLine = z.strictObject({
  level: z.enum(['debug', 'info']),
  time: z.iso.datetime({ precision: 3 }),
  service: z.enum(['shell', 'api']),
  requestId: z.string(),
  message: z.literal('answered'),
  method: z.string(),
  path: z.string(),
  ip: z.string(),
  status: z.int(),
  code: z.string().optional(),
  remote: z.string().optional(),
  release: z.string().optional(),
  ms: z.number(),
});
