/** Alerts and dashboard in deploy/ work: they ask for what the servers tell, and each alert fires when it should. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import client from 'prom-client';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { openDatabase } from '../../api/src/database/open.ts';
import { apiMeasures } from '../../api/src/measures.ts';
import { reservedPaths } from '../../shared/releases/ownership.ts';
import { shellMeasures } from '../../shell/server/measures.ts';
import { findProgram } from '../processes/debian-program.ts';
import { repositoryRoot } from '../workspace/root.ts';

const folder = path.join(repositoryRoot, 'deploy/observability');
const read = (file: string) => readFile(path.join(folder, file), 'utf8');

interface Rules {
  groups: { rules: { alert: string; expr: string; labels: { severity: string } }[] }[];
}
interface RuleTests {
  tests: {
    input_series: { series: string }[];
    alert_rule_test: { alertname: string; exp_alerts: object[] }[];
  }[];
}
interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}

const { groups } = parse(await read('alerts.yaml')) as Rules;
const rules = groups.flatMap((group) => group.rules);
const { tests } = parse(await read('alerts.test.yaml')) as RuleTests;
const { panels } = JSON.parse(await read('dashboard.json')) as Dashboard;

/** Labels that Prometheus adds, and the upper limits of histograms. */
const ADDED = ['job', 'instance', 'le'];

/** Labels of each metric that the servers expose, by name; `own`: without those that Node's client has by itself. */
async function exposed(): Promise<{ own: string[]; all: Map<string, readonly string[]> }> {
  const registry = new client.Registry();
  const db = openDatabase({ dataDir: '', url: 'postgres://127.0.0.1:1/none' });
  const pool = { totalCount: 0, idleCount: 0, waitingCount: 0 };
  apiMeasures({ db, pool })(registry, client)();
  shellMeasures({
    remotes: { registry: () => Promise.reject(new Error('not asked')) },
    apiState: () => Promise.resolve('unreachable'),
  })(registry, client)();
  await db.destroy();
  const metrics = () => registry.getMetricsAsArray() as unknown as { name: string; labelNames: string[] }[];
  const requests = { name: 'http_server_request_duration_seconds', labelNames: ['method', 'route', 'status'] };
  const own = [...metrics(), requests].map(({ name }) => name);
  client.collectDefaultMetrics({ register: registry });
  const all = [...metrics(), requests].flatMap(({ name, labelNames }) =>
    ['', '_bucket', '_sum', '_count'].map((end) => [name + end, labelNames] as const),
  );
  return { own, all: new Map([...all, ['up', []]]) };
}

/** Names of metrics in a PromQL expression. */
function named(expression: string): string[] {
  const bare = expression
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/by \([^)]*\)/g, '');
  return [...bare.matchAll(/\b(?:up|[a-z]+(?:_[a-z0-9]+)+)\b/g)]
    .map(([name]) => name)
    .filter((name) => name !== 'histogram_quantile');
}

/** Each label in braces behind a metric, with that metric. */
function labelled(expression: string): [metric: string, label: string][] {
  return [...expression.matchAll(/\b([a-z_0-9]+)\{([^}]*)\}/g)].flatMap(([, metric, labels]) =>
    [...labels!.matchAll(/(\w+)\s*[=!]/g)].map(([, label]): [string, string] => [metric!, label!]),
  );
}

test('alerts and dashboard name metrics and labels that the servers have, and each of their own is shown', async () => {
  const { own, all } = await exposed();
  const asked = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const made = tests.flatMap(({ input_series }) => input_series.map(({ series }) => series));
  const expressions = [...asked, ...made, ...rules.map(({ expr }) => expr)];
  expect(expressions.flatMap(named).filter((name) => !all.has(name))).toEqual([]);
  const strange = expressions
    .flatMap(labelled)
    .filter(([metric, label]) => !ADDED.includes(label) && !all.get(metric)?.includes(label));
  expect(strange).toEqual([]);
  const shown = asked.flatMap(named);
  const isShown = (name: string) => shown.some((each) => each.replace(/_(bucket|sum|count)$/, '') === name);
  expect(own.filter((name) => !isShown(name))).toEqual([]);
});

test('each alert says how urgent it is, and docs/operations.md what to do', async () => {
  const operations = await readFile(path.join(repositoryRoot, 'docs/operations.md'), 'utf8');
  for (const { alert, labels } of rules) {
    expect(['page', 'ticket'], alert).toContain(labels.severity);
    expect(operations, 'what to do').toContain(`**${alert}**`);
  }
});

test('what is no page does not count among the pages that are slow', () => {
  const { expr } = rules.find(({ alert }) => alert === 'PagesAreSlow')!;
  const [, pattern = ''] = /route!~"([^"]+)"/.exec(expr) ?? [];
  const others = new RegExp(`^(?:${pattern})$`);
  const routes = [...reservedPaths, '/assets/*', '/remotes/:name/:version/*', '/api/*', '/auth/*'];
  expect(routes.filter((route) => !others.test(route))).toEqual([]);
  expect(['/', '/about', '/post/:id', '/*'].filter((route) => others.test(route))).toEqual([]);
});

test('each alert fires when it should, and not when it should not', async ({ skip }) => {
  const fired = tests.flatMap(({ alert_rule_test }) =>
    alert_rule_test.filter(({ exp_alerts }) => exp_alerts.length > 0).map(({ alertname }) => alertname),
  );
  expect(rules.map(({ alert }) => alert).filter((alert) => !fired.includes(alert))).toEqual([]);
  const promtool = await findProgram({ package: 'prometheus', path: 'usr/bin/promtool', version: '--version' });
  if (!promtool) return skip('promtool is not installed, and there is no apt-get that could fetch it');
  for (const words of [
    ['check', 'config', 'prometheus.yaml'],
    ['test', 'rules', 'alerts.test.yaml'],
  ]) {
    const failure = await promisify(execFile)(promtool, words, { cwd: folder }).then(
      () => '',
      (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
    );
    expect(failure).toBe('');
  }
});
