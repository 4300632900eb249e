/** Where everything listens in development. `DEV_PORT` moves the servers that only development has. */
import { z } from 'zod';
import { EnvError, port, readEnv } from '../../shared/node/env.ts';
import { remotes } from './remotes.ts';

/** The gallery's port; the remotes' follow it in the order of their names. */
const FIRST = 5100;
/** How far from the first one the identity provider is. */
const PROVIDER_OFFSET = 90;
const LAST_PORT = 65_535;

const schema = z.object({
  PORT: port.default(3000),
  API_PORT: port.default(8080),
  DEV_PORT: port.default(FIRST),
});

export interface DevPorts {
  site: number;
  api: number;
  gallery: number;
  provider: number;
  /** By remote. */
  remotes: Record<string, number>;
}

/** @throws EnvError */
export function devPorts(source: Record<string, string | undefined> = process.env): DevPorts {
  const { PORT, API_PORT, DEV_PORT } = readEnv(schema, source);
  if (DEV_PORT === 0 || DEV_PORT + PROVIDER_OFFSET > LAST_PORT) {
    const allowed = `a whole number from 1 to ${LAST_PORT - PROVIDER_OFFSET}: the ports after it are used too`;
    throw new EnvError(`The environment is not usable:\n  DEV_PORT is "${DEV_PORT}"; allowed: ${allowed}.`);
  }
  return {
    site: PORT,
    api: API_PORT,
    gallery: DEV_PORT,
    provider: DEV_PORT + PROVIDER_OFFSET,
    remotes: Object.fromEntries(remotes.map(({ name }, index) => [name, DEV_PORT + 1 + index])),
  };
}
