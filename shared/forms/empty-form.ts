import { type FormTable, valueFields } from '../rules/form.ts';

/**
 * Empties a form's fields, but for files. Resetting it would bring back what the page came with: a chosen service, or
 * what the server refused before.
 */
export function emptyForm(element: HTMLFormElement, form: FormTable): void {
  for (const name of valueFields(form)) (element.elements.namedItem(name) as HTMLInputElement).value = '';
}
