import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { filePlaces } from './file-places.ts';

/** Clients whose files never arrive. @returns takes a place: `taken`, or the status of the refusal */
function slowClients(): (ip: string) => Promise<number | 'taken'> {
  const inPlace = filePlaces();
  return (ip) =>
    new Promise((resolve) => {
      inPlace({ ip } as FastifyRequest, () => {
        resolve('taken');
        return new Promise<never>(() => {});
      }).catch(({ status }: { status: number }) => resolve(status));
    });
}

/** How many of these attempts got a place. */
const taken = async (take: (ip: string) => Promise<number | 'taken'>, ips: string[]): Promise<number> =>
  (await Promise.all(ips.map(take))).filter((result) => result === 'taken').length;

const of = (client: number) => `192.0.2.${client}`;
const each = (clients: number, from = 0) => Array.from({ length: clients }, (_, n) => of(from + n));

test('one client has ten places, and then waits for its own files', async () => {
  const take = slowClients();
  expect(
    await taken(
      take,
      Array.from({ length: 10 }, () => of(1)),
    ),
  ).toBe(10);
  expect(await take(of(1))).toBe(429);
  expect(await take(of(2))).toBe('taken');
});

test.each([5, 10, 20])('%i clients that take all they get leave places for others', async (clients) => {
  const take = slowClients();
  const attempts = Array.from({ length: 10 }, () => each(clients)).flat();
  expect(await taken(take, attempts)).toBeGreaterThan(20);
  expect(await taken(take, each(8, 100))).toBe(8);
  expect(await take(of(0))).toBe(503);
});

test('a client with a /48 of IPv6 has half of all places, and leaves the rest for others and neighbours', async () => {
  const take = slowClients();
  const network = (n: number) => `2001:db8:7:${n.toString(16)}::1`;
  expect(
    await taken(
      take,
      Array.from({ length: 10 }, () => network(1)),
    ),
  ).toBe(10);
  expect(await take(network(2)), 'a neighbour').toBe('taken');
  expect(
    await taken(
      take,
      Array.from({ length: 60 }, (_, n) => network(10 + n)),
    ),
  ).toBe(14);
  expect(await taken(take, [...each(8), '2001:db8:8:1::1', '2001:db8:9:1::1'])).toBe(10);
});

test('every place is taken in the end, each by another client', async () => {
  const take = slowClients();
  expect(await taken(take, each(50))).toBe(50);
  expect(await take(of(100))).toBe(503);
});

test('a place is free again when the file has arrived, or has not', async () => {
  const inPlace = filePlaces();
  const request = { ip: of(1) } as FastifyRequest;
  for (let n = 0; n < 60; n += 1) {
    expect(await inPlace(request, async () => n)).toBe(n);
    await expect(inPlace(request, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  }
});
