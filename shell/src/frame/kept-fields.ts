/**
 * What was typed into a form is restored when the visitor comes back to its page by the browser's history, as where
 * each page is loaded (decision 157). It is kept in memory only, so it is gone with the document. What was typed into a
 * page that React re-renders is brought back, too.
 */
import type { createBrowserRouter } from 'react-router-dom';
import { KEPT_FIELDS, TILL_SENT } from 'shared/contracts/kept-fields';
import { placeKey } from './arrival.tsx';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface KeptField {
  name: string;
  value: string;
  /** Of a checkbox or a radio button. */
  isChecked?: boolean;
}

/** One that is shown is a text by its type. */
const PASSWORD = '[type=password], [autocomplete$=password]';
const NOT_KEPT = 'button, output, :disabled, [type=file], [type=hidden], [type=submit], [autocomplete=off]';

/** The page's forms. Where a password is typed, going back shows none of what was typed. */
const formsOnPage = () =>
  [...document.querySelectorAll<HTMLFormElement>(`#content form[${KEPT_FIELDS}]`)].filter(
    (form) => !form.querySelector(PASSWORD),
  );

const controlsOf = (form: HTMLFormElement) =>
  [...form.elements].filter((element) => 'value' in element && (element as Control).name !== '') as Control[];

const isChoice = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio';

/** @returns for each control of the form what is to be kept of it, or nothing */
const fieldsOf = (form: HTMLFormElement, notKept = NOT_KEPT): (KeptField | undefined)[] =>
  controlsOf(form).map((control) => {
    const { name, value } = control;
    if (isChoice(control)) return { name, value, isChecked: control.checked };
    if (control.matches(notKept)) return undefined;
    if (!control.hasAttribute('readonly')) return { name, value };
    // What is being sent is read-only. It is read later, from the control itself: once it has arrived, that is empty.
    return form.getAttribute(KEPT_FIELDS) === TILL_SENT ? control : undefined;
  });

/** As if the visitor did it, so that listeners are called. */
function fill(form: HTMLFormElement, fields: readonly (KeptField | undefined)[]): void {
  controlsOf(form).forEach((control, at) => {
    const field = fields[at];
    if (field?.name !== control.name) return;
    if (isChoice(control)) {
      if (control.checked !== field.isChecked && field.value === control.value) control.click();
    } else if (control.value !== field.value && !control.hasAttribute('readonly')) {
      // Past React, which would take it for its own doing.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')!.set!.call(control, field.value);
      for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }));
    }
  });
}

/** @param first what was typed into when this was loaded */
export function keepFields(router: ReturnType<typeof createBrowserRouter>, first: EventTarget | null): void {
  /** By history entry, then by the form's place on the page. */
  const kept = new Map<string, Map<number, (KeptField | undefined)[]>>();
  const touched = new WeakSet<HTMLFormElement>();
  let here = placeKey(router.state.location);
  let arrival: MutationObserver | undefined;

  const touch = (target: EventTarget | null) => {
    const { form } = target as Partial<Control>;
    if (form) touched.add(form);
  };
  touch(first);
  // In these the server has given back what was typed.
  if (router.state.actionData) for (const form of formsOnPage()) touched.add(form);
  addEventListener('input', ({ target }) => touch(target));

  // The router announces a page before React shows it.
  router.subscribe(({ location, historyAction }) => {
    const next = placeKey(location);
    if (next === here) return;
    arrival?.disconnect();
    const left = formsOnPage();
    const typed = [...left.entries()].filter(([, form]) => touched.has(form));
    kept.set(here, new Map(typed.map(([at, form]) => [at, fieldsOf(form)])));
    here = next;
    const found = historyAction === 'POP' && kept.get(here);
    if (!found || found.size === 0) return;
    arrival = new MutationObserver(() => {
      for (const [at, form] of formsOnPage().entries()) {
        const fields = found.get(at);
        // An earlier form is not one of the page that comes, or it still has what was typed.
        if (!fields || left.includes(form)) continue;
        found.delete(at);
        fill(form, fields);
      }
      if (found.size === 0) arrival?.disconnect();
    });
    arrival.observe(document.getElementById('content')!, { childList: true, subtree: true });
  });
}

/** How long a form may take to come, such as the footer's, whose code is loaded first. In milliseconds. */
const COMES_MS = 10_000;

/**
 * Gives forms that React recreated what was in those that the server had sent: this very document had it a moment ago,
 * so passwords and files go along.
 * @param lost the server's forms that are no longer in the page
 * @param focused what had the focus
 */
export function carryOver(lost: readonly HTMLFormElement[], focused: Element | null): void {
  const waiting = new Set(lost.filter((form) => form.contains(focused) || controlsOf(form).some(isChanged)));
  const given = new Set<HTMLFormElement>();
  const carry = () => {
    for (const form of waiting) {
      const remade = [...document.forms].find((other) => !given.has(other) && isSame(form, other));
      if (!remade) continue;
      waiting.delete(form);
      given.add(remade);
      fill(remade, fieldsOf(form, '[type=file], [type=hidden]'));
      controlsOf(form).forEach((control, at) => carryControl(control, controlsOf(remade)[at]!, control === focused));
    }
    if (waiting.size === 0) arrival.disconnect();
  };
  const arrival = new MutationObserver(carry);
  arrival.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => arrival.disconnect(), COMES_MS);
  carry();
}

const isChanged = (control: Control): boolean => {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
  return isChoice(control) ? control.checked !== control.defaultChecked : control.value !== control.defaultValue;
};

const isSame = (one: HTMLFormElement, other: HTMLFormElement): boolean => signOf(one) === signOf(other);

const signOf = (form: HTMLFormElement): string =>
  [form.getAttribute('action'), ...controlsOf(form).map(({ name }) => name)].join();

/** What is beside the value: the chosen file, the focus and the caret. */
function carryControl(control: Control, remade: Control, hasFocus: boolean): void {
  if (control.type === 'file' && (control as HTMLInputElement).files!.length > 0) {
    (remade as HTMLInputElement).files = (control as HTMLInputElement).files;
    remade.dispatchEvent(new Event('change', { bubbles: true }));
  }
  // A visitor who has moved on by now keeps the focus.
  if (!hasFocus || document.activeElement !== document.body) return;
  remade.focus({ preventScroll: true });
  const { selectionStart: start, selectionEnd: end } = control as HTMLInputElement;
  if (typeof start === 'number') (remade as HTMLInputElement).setSelectionRange(start, end);
}
