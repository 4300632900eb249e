/** Metrics of a server, as Prometheus reads them. */

/** Values by name and labels, as written: `api_mails_total{result="sent"}`. */
export async function scrape(port: number): Promise<Map<string, number>> {
  // oxlint-disable-next-line no-restricted-globals -- no call of the API
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}
