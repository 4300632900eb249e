import { afterEach, expect, test, vi } from 'vitest';
import { SESSION_CHANGED } from 'shared/contracts/later-choice';
import { leaveFor } from './leave-for.ts';

afterEach(() => vi.unstubAllGlobals());

test('a visitor is back when the browser shows the kept page, not when this one has only just arrived', () => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('location', { assign: vi.fn() });
  const back = vi.fn();
  leaveFor('/career', () => true, back);
  expect(location.assign).toHaveBeenCalledWith('/career');
  const show = (persisted: boolean) => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  show(false);
  expect(back).not.toHaveBeenCalled();
  show(true);
  expect(back).toHaveBeenCalledOnce();
});

test('a visitor who goes elsewhere is not led away, and the shell gets the session', () => {
  const page = new EventTarget();
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
  vi.stubGlobal('location', { assign: vi.fn() });
  const [back, changed] = [vi.fn(), vi.fn()];
  page.addEventListener(SESSION_CHANGED, changed);
  leaveFor('/career', () => false, back);
  expect(location.assign).not.toHaveBeenCalled();
  expect(back).toHaveBeenCalledOnce();
  expect(changed).toHaveBeenCalledOnce();
});
