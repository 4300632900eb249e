/**
 * The site as visitors get it, over TLS and HTTP/2 from nginx, beside its static copy and beside itself over HTTP/1.1:
 * `npm run bench -- --http2`.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { CommandError } from '../processes/command-error.ts';
import { findNginx, runNginx } from '../processes/nginx.ts';
import { freePort } from '../processes/free-port.ts';
import { CPU_SLOWDOWN } from './compare.ts';
import { withSiteAndBrowser } from './laboratory.ts';
import { serveStaticCopy } from './static-copy.ts';
import { median, pairedRatio } from './statistics.ts';
import { visit, type Visit } from './visit.ts';

const LIMIT = 1.3;
const TARGET = 1.1;

const figures: { name: string; of: (visit: Visit) => number }[] = [
  { name: 'FCP, ms', of: ({ firstPaint }) => firstPaint },
  { name: 'LCP, ms', of: ({ largestPaint }) => largestPaint },
  { name: 'hydrated, ms', of: ({ hydrated }) => hydrated ?? Number.NaN },
];

/** @param runs of each page in each form. @returns how many limits are exceeded */
export async function overHttp2(pages: readonly string[], runs: number): Promise<number> {
  const nginx = await findNginx();
  if (!nginx)
    throw new CommandError('This needs nginx, and there is neither one here nor an apt-get that could fetch it.');
  return withSiteAndBrowser(async (site, browser, atTheEnd) => {
    const copy = await serveStaticCopy(site.url);
    atTheEnd(() => copy.stop());
    const proxy = await proxyOver(nginx, [site.url, copy.url]);
    atTheEnd(() => proxy.stop());
    const [siteOver2, copyOver2] = proxy.urls as [string, string];
    const origins = [siteOver2, copyOver2, site.url];
    console.log(`Medians of ${runs} runs each in turns; 1.6 Mbit/s, 150 ms, processor ${CPU_SLOWDOWN} times slower.`);
    let exceeded = 0;
    for (const page of pages) {
      const seen: Visit[][] = origins.map(() => []);
      for (let run = -1; run < runs; run++) {
        for (const [index, origin] of origins.entries()) {
          const hydrates = origin !== copyOver2;
          const one = await visit(browser, { url: origin + page, hydrates, cpuSlowdown: CPU_SLOWDOWN });
          if (run >= 0) seen[index]!.push(one);
        }
      }
      exceeded += print(page, seen as [Visit[], Visit[], Visit[]]);
    }
    return exceeded;
  });
}

function print(page: string, [over2, copyOver2, over1]: [Visit[], Visit[], Visit[]]): number {
  console.log(`\n${page.padEnd(14)}   HTTP/2  static copy  ratio   HTTP/1.1  2 / 1.1`);
  let exceeded = 0;
  for (const { name, of } of figures) {
    const [here, copy, before] = [over2, copyOver2, over1].map((visits) => median(visits.map(of)).toFixed(0));
    const ratio = pairedRatio(over2, copyOver2, of);
    const isKnown = Number.isFinite(ratio);
    if (isKnown && ratio > LIMIT) exceeded++;
    console.log(
      `${name.padEnd(14)}${here!.padStart(9)}${(isKnown ? copy! : '–').padStart(13)}` +
        `${(isKnown ? ratio.toFixed(2) : '–').padStart(7)}${before!.padStart(11)}` +
        `${pairedRatio(over2, over1, of).toFixed(2).padStart(9)}${isKnown ? `  ≤ ${LIMIT}, target ${TARGET}` : ''}`,
    );
  }
  return exceeded;
}

/** One nginx in front of several servers, with TLS and HTTP/2 as `deploy/nginx` has it. */
async function proxyOver(program: string, targets: readonly string[]) {
  const home = await mkdtemp(path.join(tmpdir(), 'bench-tls-'));
  const [key, certificate] = [path.join(home, 'key.pem'), path.join(home, 'certificate.pem')];
  const kind = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=localhost';
  await promisify(execFile)('openssl', [...kind.split(' '), '-keyout', key, '-out', certificate]);
  const ports = await Promise.all(targets.map(() => freePort()));
  const servers = targets.map(
    (target, index) => `
      server {
        listen 127.0.0.1:${ports[index]} ssl http2;
        ssl_certificate ${certificate};
        ssl_certificate_key ${key};
        ssl_protocols TLSv1.2 TLSv1.3;
        location / {
          proxy_pass ${target};
          proxy_http_version 1.1;
          proxy_set_header Connection "";
          proxy_set_header Host $host;
        }
      }`,
  );
  const stopNginx = await runNginx(program, ports[0]!, () => servers.join('\n'));
  return {
    urls: ports.map((port) => `https://localhost:${port}`),
    async stop() {
      await stopNginx();
      await rm(home, { recursive: true, force: true });
    },
  };
}
