/** What deploy/ says of the servers is true: variables, ports, images. Not every machine runs containers. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, BlockList } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { apiVariables } from '../../api/src/env.ts';
import { shellVariables } from '../../shell/server/env.ts';
import { builtApi } from '../build/ensure-built.ts';
import { API_PROGRAM, memoryFlags, SERVER_MEMORY, SHELL_PROGRAM } from '../processes/servers.ts';
import { repositoryRoot } from '../workspace/root.ts';

const execute = promisify(execFile);
const read = (file: string) => readFile(path.join(repositoryRoot, file), 'utf8');

interface Service {
  image: string;
  command?: string[];
  environment?: Record<string, string>;
  restart?: string;
  read_only?: boolean;
  cap_drop?: string[];
  volumes?: string[];
  ports?: string[];
  depends_on?: string[];
  healthcheck?: { test: string[] };
  hostname?: string;
  networks?: { default: { ipv4_address: string } };
}
interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, null>;
  networks: { default: { ipam: { config: { subnet: string }[] } } };
}

const compose = parse(await read('deploy/compose.yaml'), { merge: true }) as Compose;
const services = Object.entries(compose.services);

/** Read by Amazon's client, by Node and by the C library, not by env.ts. */
const OTHERS = /^(AWS_[A-Z0-9_]+|NODE_COMPILE_CACHE|MALLOC_ARENA_MAX)$/;

test('compose has two of each server, database, object storage and proxy, all pinned and hardened', () => {
  expect(services.map(([name]) => name)).toEqual([
    'shell-1',
    'shell-2',
    'api-1',
    'api-2',
    'proxy',
    'postgres',
    'objects',
  ]);
  for (const [name, { image, restart, read_only, cap_drop }] of services) {
    expect(image, name).toMatch(/^(portloom:\$\{VERSION:\?.+\}|[\w./-]+:(\d+\.\d+(\.\d+)?-[a-z]+|RELEASE\.[\w-]+))$/);
    expect([restart, read_only, cap_drop], name).toEqual(['always', true, ['ALL']]);
  }
  for (const [name, { volumes = [] }] of services)
    for (const volume of volumes.filter((each) => /^[a-z]/.test(each)))
      expect(Object.keys(compose.volumes), name).toContain(volume.split(':')[0]);
  expect(
    services.filter(([, { ports = [] }]) => ports.some((port) => !port.startsWith('127.0.0.1:'))).map(([name]) => name),
    'visitors reach the proxy alone',
  ).toEqual(['proxy']);
});

test.each([
  ['shell', 'PORT'],
  ['api', 'API_PORT'],
])('what compose asks the %s is whether it is alive, at its own port', async (kind, variable) => {
  const health = createServer((_request, response) => response.writeHead(isAlive ? 200 : 503).end());
  let isAlive = true;
  await once(health.listen(0, '127.0.0.1'), 'listening');
  const { port } = health.address() as AddressInfo;
  for (const number of [1, 2]) {
    const { environment, healthcheck } = compose.services[`${kind}-${number}`]!;
    const [how, node, flag, program = ''] = healthcheck!.test;
    expect([how, node, flag]).toEqual(['CMD', 'node', '-e']);
    expect(program, 'podman would separate it').not.toContain(' ');
    const asked = `http://127.0.0.1:${environment![variable]}/healthz`;
    expect(program).toContain(`'${asked}'`);
    const run = () => execute(process.execPath, ['-e', program.replace(asked, `http://127.0.0.1:${port}/healthz`)]);
    isAlive = true;
    await run();
    isAlive = false;
    await expect(run()).rejects.toMatchObject({ code: 1 });
  }
  await promisify(health.close.bind(health))();
});

test('what compose sets is read by the servers, and by the two of a kind alike', () => {
  for (const [kind, variables] of [
    ['shell', shellVariables],
    ['api', apiVariables],
  ] as const) {
    const [first, second] = [compose.services[`${kind}-1`]!, compose.services[`${kind}-2`]!];
    expect(second.environment).toEqual(first.environment);
    const unknown = Object.keys(first.environment!).filter((name) => !variables.includes(name) && !OTHERS.test(name));
    expect(unknown, kind).toEqual([]);
    const program = kind === 'shell' ? SHELL_PROGRAM : API_PROGRAM;
    expect(first.command).toEqual(['node', ...memoryFlags(program), program]);
    expect(first.environment).toMatchObject(SERVER_MEMORY);
  }
  const { subnet } = compose.networks.default.ipam.config[0]!;
  expect(compose.services['shell-1']!.environment!['TRUST_PROXY']).toBe(subnet);
});

test('an instance that is replaced keeps its address, which nginx looks up only once, and its name', () => {
  const { subnet } = compose.networks.default.ipam.config[0]!;
  const [network = '', bits] = subnet.split('/');
  const inside = new BlockList();
  inside.addSubnet(network, Number(bits));
  const instances = ['shell-1', 'shell-2', 'api-1', 'api-2'].map((name) => {
    const { hostname, networks, environment } = compose.services[name]!;
    const ip = networks!.default.ipv4_address;
    expect(inside.check(ip), name).toBe(true);
    // Counts of releases are kept in a file of that name.
    expect(hostname).toBe(name);
    return `${ip}:${environment!['PORT'] ?? environment!['API_PORT']}`;
  });
  expect(new Set(instances).size).toBe(instances.length);
  const asked = compose.services['proxy']!.environment!;
  expect(['SHELL_1', 'SHELL_2', 'API_1', 'API_2'].map((name) => asked[name])).toEqual(instances);
});

test('what compose needs is in the example, and vice versa', async () => {
  const asked = new Set([...(await read('deploy/compose.yaml')).matchAll(/\$\{(\w+)/g)].map(([, name]) => name));
  const given = [...(await read('deploy/site.env.example')).matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  expect(given.toSorted()).toEqual([...asked].toSorted());
});

test('a value that becomes a part of a URL is made of what a URL takes, as the example says', async () => {
  const inUrls = [...(await read('deploy/compose.yaml')).matchAll(/:\/\/[^\s'"]*\$\{(\w+)/g)].map(([, name]) => name!);
  expect(inUrls).toEqual(['POSTGRES_PASSWORD']);
  const example = await read('deploy/site.env.example');
  // Passwords in base64 have slashes, which end the part of a URL that holds a password.
  for (const name of inUrls) expect(example).toMatch(new RegExp(`\\n# .*openssl rand -hex 32\\n${name}=\\n`));
});

test('the filled-in example, which holds secrets, gets neither into a commit nor into an image', async () => {
  const filledIn = 'deploy/site.env';
  expect(await read('deploy/compose.yaml')).toContain(`cp deploy/site.env.example ${filledIn} `);
  const ignored = (await read('.gitignore')).trim().split('\n');
  // A pattern without a slash is one of names, in whatever folder.
  expect(ignored.some((pattern) => path.posix.matchesGlob(path.basename(filledIn), pattern))).toBe(true);
  const patterns = (await read('.dockerignore')).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  // As for containers: an asterisk stays within a folder.
  const isLeftOut = (file: string) => patterns.some((pattern) => path.posix.matchesGlob(file, pattern));
  expect(['other.env', filledIn, 'deploy/compose.yaml', 'deploy/site.env.example'].map(isLeftOut)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('the proxy is given what its template names', async () => {
  const names = new Set(
    [...(await read('deploy/nginx/site.conf.template')).matchAll(/\$\{(\w+)\}/g)].map(([, n]) => n),
  );
  expect(Object.keys(compose.services['proxy']!.environment!).toSorted()).toEqual([...names].toSorted());
});

test('the image has the Node that the project pins, runs as nobody special, and copies what exists', async () => {
  const file = await read('deploy/Containerfile');
  const { devDependencies } = JSON.parse(await read('package.json')) as { devDependencies: { node: string } };
  expect(file).toContain(`ARG NODE_IMAGE=docker.io/library/node:${devDependencies.node}-`);
  expect([...file.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)).toEqual(Array(3).fill('${NODE_IMAGE}'));
  const [, last = ''] = /\nFROM \S+\n(?!.*\nFROM )(.*)$/s.exec(file) ?? [];
  expect(last).toMatch(/\nENV .*NODE_COMPILE_CACHE=\/data\//);
  expect(last).toMatch(/\nUSER node\n/);
  // Where `thisProgram` looks, since an image has no Git.
  expect(file).toContain('--build-arg REVISION=$(git rev-parse HEAD) ');
  expect(last).toMatch(/\nARG REVISION=\nRUN echo "\$REVISION" > revision\n/);
  // Podman's own format of images has none, and leaves it out with a warning.
  expect(file).not.toContain('HEALTHCHECK');
  const copied = [...file.matchAll(/^COPY --from=build \/srv\/site\/(\S+)/gm)].map(([, name]) => name!);
  const there = await readdir(repositoryRoot, { recursive: false });
  for (const name of copied) expect(there, name).toContain(name.split('/')[0]);
  // A clone with umask 077 would otherwise make an image whose user may not read the program.
  const [, readable = ''] = /\nRUN npm run build && chmod -R a\+rX (.+)\n/.exec(file) ?? [];
  for (const name of copied) expect(readable.split(' '), name).toContain(name.split('/')[0]);
  const programs = [SHELL_PROGRAM, API_PROGRAM];
  for (const program of programs)
    expect(
      copied.some((name) => program.startsWith(name)),
      program,
    ).toBe(true);
});

test('units run the programs, as a user of their own, with what is written in one folder', async () => {
  for (const kind of ['shell', 'api']) {
    const unit = await read(`deploy/systemd/portloom-${kind}@.service`);
    const program = kind === 'shell' ? SHELL_PROGRAM : API_PROGRAM;
    const command = ['/srv/portloom/current/node_modules/.bin/node', ...memoryFlags(program), program].join(' ');
    expect(unit).toContain(`\nExecStart=${command}\n`);
    for (const [name, value] of Object.entries(SERVER_MEMORY))
      expect(unit).toContain(`\nEnvironment=${name}=${value}\n`);
    expect(unit).toContain('\nEnvironment=NODE_COMPILE_CACHE=/var/cache/portloom\n');
    expect(unit).toContain('\nCacheDirectory=portloom\n');
    const settings = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) =>
      line.startsWith('"') ? [line.slice(1)] : line.split(' '),
    );
    const names = settings.map((setting) => setting.split('=')[0]!).filter((name) => !OTHERS.test(name));
    expect(names).toContain('NODE_ENV');
    for (const name of names) expect(kind === 'shell' ? shellVariables : apiVariables).toContain(name);
    for (const setting of [
      'User=portloom',
      'NoNewPrivileges=yes',
      'ProtectSystem=strict',
      'CapabilityBoundingSet=',
      'PrivateTmp=yes',
    ])
      expect(unit).toContain(`\n${setting}\n`);
    expect(unit).toContain(`StateDirectory=portloom/${kind}-%i`);
    // Fastify asks for all addresses (os.networkInterfaces) when it listens on all.
    const [, families = ''] = /\nRestrictAddressFamilies=(.*)\n/.exec(unit) ?? [];
    expect(families.split(' ').toSorted()).toEqual(['AF_INET', 'AF_INET6', 'AF_NETLINK', 'AF_UNIX']);
    // systemd reads it in this section alone.
    const [, general] = /^\[Unit\]\n(.*?)^\[/ms.exec(unit) ?? [];
    expect(general, 'it is started again however often it ends').toContain('\nStartLimitIntervalSec=0\n');
    expect(unit).toContain('\nRestart=always\n');
  }
});

test('docs/operations.md starts the units as they say, and from the example of settings', async () => {
  const docs = await read('docs/operations.md');
  for (const kind of ['api', 'shell']) {
    const [, start] = /^# One .+: (systemctl .+)$/m.exec(await read(`deploy/systemd/portloom-${kind}@.service`)) ?? [];
    expect(docs).toContain(`\`${start}\``);
  }
  expect(docs).toContain('Copy `deploy/site.env.example` to `deploy/site.env`');
});

test('what docs/operations.md has copied out of deploy/, it has carried over in an upgrade', async () => {
  const docs = await read('docs/operations.md');
  const section = (title: string) => docs.split(/^## /m).find((each) => each.startsWith(`${title}\n`))!;
  const copied = [...section('What runs').matchAll(/`(deploy\/[^`]+(?:\*\.service|\.template|\.example))`/g)];
  expect(copied).toHaveLength(3);
  for (const [, files] of copied) expect(section('Upgrade without downtime')).toContain(`\`${files}\``);
  expect(section('Upgrade without downtime')).toContain('`systemctl daemon-reload`');
});

test('docs/admin.md runs its commands with what containers and units have', async () => {
  await builtApi();
  const docs = await read('docs/admin.md');
  const [, service, program] = / exec (\S+) node (\S+) list /.exec(docs) ?? [];
  expect(compose.services[service!]?.command).toContain(API_PROGRAM);
  const { stdout } = await execute(process.execPath, [path.join(repositoryRoot, program!), '--help']);
  expect(stdout).toMatch(/^Usage: /);
  const unit = await read('deploy/systemd/portloom-api@.service');
  const [, transient = ''] = /\n(systemd-run .*?)\n```/s.exec(docs) ?? [];
  expect(transient).toContain(` /srv/portloom/current/node_modules/.bin/node ${program} `);
  const files = [...transient.matchAll(/EnvironmentFile=\S+/g)].map(([setting]) => setting);
  expect(files).toEqual([...unit.matchAll(/^EnvironmentFile=\S+/gm)].map(([setting]) => setting));
  const [, folder] = / DATA_DIR=(\S+)$/m.exec(unit) ?? [];
  expect(transient).toContain(`--setenv=DATA_DIR=${folder!.replace('%i', '8081')} `);
});

test('docs/operations.md and the README list every setting of both servers, and no other', async () => {
  const operations = await read('docs/operations.md');
  const [, table = ''] = /\n## Settings\n(.*?)(\n## |$)/s.exec(operations) ?? [];
  const rows = [...table.matchAll(/^\| (`.+?`) \|(.*?)\|(.*?)\|/gm)].flatMap(([, names, shell, api]) =>
    [...names!.matchAll(/`(\w+)`/g)].map(([, name]) => ({ name: name!, shell: shell!.trim(), api: api!.trim() })),
  );
  const toldOf = (kind: 'shell' | 'api') => rows.filter((row) => row[kind] === '✓').map(({ name }) => name);
  expect(toldOf('shell').toSorted()).toEqual(shellVariables.toSorted());
  expect(toldOf('api').toSorted()).toEqual(apiVariables.toSorted());
  const variables = [...new Set([...shellVariables, ...apiVariables])];
  expect(rows.map(({ name }) => name).toSorted()).toEqual(variables.toSorted());
  const readme = await read('README.md');
  expect(variables.filter((name) => name !== 'NODE_ENV' && !readme.includes(`\`${name}\``))).toEqual([]);
});
