/** The order matters: most browsers name the others too. On an iPhone all of them name Safari. */
const browsers = {
  Edg: 'Edge',
  OPR: 'Opera',
  'OPT/': 'Opera',
  Opera: 'Opera',
  SamsungBrowser: 'Samsung Internet',
  Firefox: 'Firefox',
  FxiOS: 'Firefox',
  Chrome: 'Chrome',
  CriOS: 'Chrome',
  Safari: 'Safari',
};
const systems = {
  Android: 'Android',
  iPhone: 'iPhone',
  iPad: 'iPad',
  Windows: 'Windows',
  Macintosh: 'Mac',
  CrOS: 'ChromeOS',
  Linux: 'Linux',
};

/** `Firefox on Linux`: enough to recognise a login. */
export function browserName(userAgent: string): string {
  const find = (names: Record<string, string>) => Object.entries(names).find(([sign]) => userAgent.includes(sign))?.[1];
  const browser = find(browsers);
  if (!browser) return 'Another program';
  const system = find(systems);
  return system ? `${browser} on ${system}` : browser;
}
