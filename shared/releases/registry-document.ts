/** Reads `registry.json`, which comes from outside: one team's bad entry must not take down the others. */
import { z } from 'zod';
import type { Registry, RegistryEntry } from '../contracts/registry.ts';
import { totalTraffic } from './traffic.ts';

/** Not a registry at all. The message says what it is instead, and what can be done. */
export class RegistryError extends Error {}

const NAME = /^[a-z][a-z0-9-]*$/;

const integrity = z.templateLiteral(['sha384-', z.string().regex(/^[A-Za-z0-9+/]{64}$/)]);
const file = z.object({ url: z.string().startsWith('/remotes/'), integrity });
const change = z.object({ at: z.iso.datetime(), by: z.string() });
const findable = z.object({
  pages: z.array(z.object({ path: z.string(), changed: z.string().optional() })),
  siteMaps: z.array(z.string()),
});
/** Fields that a later tool adds stay as they are. */
const entry = z.looseObject({
  url: z.string().startsWith('/remotes/'),
  metadata: z.strictObject({ version: z.string().regex(/^[\w.-]{1,64}$/), integrity }),
  deployment: z.object({ traffic: z.number().min(0).max(100), default: z.boolean() }),
  extras: z.looseObject({
    routes: z.array(z.string().startsWith('/')),
    findable: findable.optional(),
    release: file,
    server: file,
    contract: z.number(),
    releasedAt: z.iso.datetime(),
    commit: z.string().optional(),
    current: z.array(change.extend({ order: z.number().int() })).optional(),
    takenBack: change.optional(),
    traffic: z.array(change.extend({ traffic: z.number().min(0).max(100) })).optional(),
    signature: z.object({ keyId: z.string(), value: z.string() }).optional(),
    skipped: z.array(z.string()).optional(),
  }),
});

/**
 * @param document parsed JSON
 * @returns the readable part of the registry, and one sentence on each thing that was left out
 * @throws RegistryError
 */
export function readRegistryDocument(document: unknown): { registry: Registry; complaints: string[] } {
  const outer = z.object({ schema: z.string(), microFrontends: z.record(z.string(), z.unknown()) }).safeParse(document);
  if (!outer.success) throw new RegistryError(`It is not a registry: ${firstIssue(outer.error)}`);
  const complaints: string[] = [];
  const remotes = Object.entries(outer.data.microFrontends).flatMap(([name, entries]) => {
    if (!NAME.test(name) || !Array.isArray(entries)) {
      complaints.push(
        `${JSON.stringify(name)} is left out: a remote has a name like "mf-blog" and a list of releases.`,
      );
      return [];
    }
    const readable = entries.flatMap((candidate: unknown, index): RegistryEntry[] => {
      const read = entry.safeParse(candidate);
      if (read.success) return [candidate as RegistryEntry];
      complaints.push(`Release ${index} of ${name} is left out: ${firstIssue(read.error)}`);
      return [];
    });
    const sum = totalTraffic(readable.filter(({ deployment }) => !deployment.default));
    if (sum > 100)
      complaints.push(
        `The splits of ${name} are left out: together they have ${sum} % of its visitors, more than 100 %.`,
      );
    return [[name, readable] as const];
  });
  return { registry: { schema: outer.data.schema, microFrontends: Object.fromEntries(remotes) }, complaints };
}

function firstIssue({ issues: [issue] }: z.ZodError): string {
  const at = issue?.path.join('.');
  return `${at ? `${at}: ` : ''}${issue?.message ?? 'unreadable'}`;
}
