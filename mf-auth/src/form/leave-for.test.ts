import { afterEach, expect, test, vi } from 'vitest';
import { leaveFor } from './leave-for.ts';

afterEach(() => vi.unstubAllGlobals());

test('a visitor is back when the browser shows the kept page, not when this one has only just arrived', () => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('location', { assign: vi.fn() });
  const back = vi.fn();
  leaveFor('/career', back);
  expect(location.assign).toHaveBeenCalledWith('/career');
  const show = (persisted: boolean) => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  show(false);
  expect(back).not.toHaveBeenCalled();
  show(true);
  expect(back).toHaveBeenCalledOnce();
});
