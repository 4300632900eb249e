import { expect, test } from 'vitest';
import {
  colours,
  darkVariables,
  fixedColours,
  strongerColours,
  strongerRoles,
  themeVariables,
  threads,
  type ThemeName,
} from './tokens.ts';

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

type Role = keyof typeof colours.light;
const grounds: Role[] = ['ground', 'surface', 'sunken', 'tint', 'tint-surface'];
const onGrounds: Role[] = ['text', 'text-2', 'text-3', 'accent', 'accent-hover', 'error', 'success'];
const messages = ['error', 'success', 'warning', 'info'] as const;
const pairs: [Role, Role][] = [
  ...grounds.flatMap((ground) => onGrounds.map((role): [Role, Role] => [role, ground])),
  ['on-action', 'action'],
  ['on-action', 'action-hover'],
  ['on-band', 'band'],
  ['on-band-2', 'band'],
  ['on-band', 'band-2'],
  ['on-band-2', 'band-2'],
  ['on-mark', 'mark'],
  ['on-mark', 'mark-hover'],
  ...messages.flatMap((message): [Role, Role][] => [
    [message, `${message}-bg`],
    ['text', `${message}-bg`],
  ]),
];

for (const theme of ['light', 'dark'] as ThemeName[]) {
  test.each(pairs)(`${theme}: text in %s is readable on %s (4.5:1)`, (role, ground) => {
    expect(contrast(colours[theme][role], colours[theme][ground])).toBeGreaterThanOrEqual(4.5);
  });

  const stronger = (role: Role): string => {
    const roles: Partial<Record<Role, Role>> = strongerRoles;
    return { ...colours[theme], ...strongerColours[theme] }[roles[role] ?? role];
  };
  test.each(pairs)(`${theme}: where more contrast is asked for, text in %s is on %s with 7:1`, (role, ground) => {
    expect(contrast(stronger(role), stronger(ground))).toBeGreaterThanOrEqual(7);
  });
  test.each([
    ['text-3', 'text'],
    ['on-band-2', 'on-band'],
  ] as const)(`${theme}: there, too, a placeholder in %s is not taken for a value in %s`, (placeholder, value) => {
    expect(contrast(stronger(placeholder), stronger(value))).toBeGreaterThanOrEqual(1.5);
  });

  test.each(grounds)(`${theme}: control borders and focus rings stand out on %s (3:1)`, (ground) => {
    expect(contrast(colours[theme]['line-strong'], colours[theme][ground])).toBeGreaterThanOrEqual(3);
    expect(contrast(colours[theme].focus, colours[theme][ground])).toBeGreaterThanOrEqual(3);
  });

  test.each(['band', 'band-2'] as const)(`${theme}: focus rings and large figures stand out on %s (3:1)`, (band) => {
    const ground = colours[theme][band];
    for (const colour of [
      colours[theme]['focus-on-band'],
      colours[theme].mark,
      colours[theme]['on-band'],
      threads[theme].blush,
    ]) {
      expect(contrast(colour, ground)).toBeGreaterThanOrEqual(3);
    }
  });

  test(`${theme}: every role becomes a variable and the browser follows`, () => {
    const css = themeVariables(theme);
    expect(css).toContain(`color-scheme:${theme};`);
    for (const [role, value] of Object.entries(colours[theme])) expect(css).toContain(`--${role}:${value};`);
  });
}

test('above the light theme the dark one says what differs, and nothing else', () => {
  const read = (css: string) => Object.fromEntries(css.split(';').map((declaration) => declaration.split(':')));
  const dark = read(themeVariables('dark'));
  expect({ ...read(themeVariables('light')), ...read(darkVariables) }).toEqual(dark);
  expect(darkVariables.length).toBeLessThan(themeVariables('dark').length);
});

test('sewn labels are readable in both themes', () => {
  for (const role of ['on-label', 'on-label-2', 'label-stitch'] as const) {
    expect(contrast(fixedColours[role], fixedColours.label)).toBeGreaterThanOrEqual(4.5);
  }
});
