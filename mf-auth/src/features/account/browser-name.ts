/** The order matters: most browsers name the others too. */
const browsers = { Edg: 'Edge', OPR: 'Opera', Firefox: 'Firefox', Chrome: 'Chrome', Safari: 'Safari' };
const systems = {
  Android: 'Android',
  iPhone: 'iPhone',
  iPad: 'iPad',
  Windows: 'Windows',
  Macintosh: 'Mac',
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
