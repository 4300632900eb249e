/**
 * What was typed into the application form, kept for this tab until it is sent, so that a reload does not lose it. The
 * file is never kept, and nothing is kept longer than the tab lives.
 */
import { roleSlugs } from 'shared/contracts/careers';
import { type Application, applicationForm } from 'shared/rules/careers/application-form';
import { valueFields } from 'shared/rules/form';

const KEY = 'careers.application';

interface Draft {
  /** The role in the URL when this was typed: a link to another role overrides a choice made before. */
  asked: string;
  values: Partial<Application>;
}

type TextControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const textFields = (form: HTMLFormElement): TextControl[] =>
  [...form.elements].filter(
    (element): element is TextControl =>
      'value' in element && 'name' in element && element.name !== '' && (element as HTMLInputElement).type !== 'file',
  );

export function keepDraft(form: HTMLFormElement, asked: string): void {
  const values = Object.fromEntries(textFields(form).map(({ name, value }) => [name, value]));
  // A link chooses a role for a visitor who has typed nothing.
  if (Object.entries(values).every(([name, value]) => value === (name === 'role' ? asked : ''))) return dropDraft();
  // Storage may be switched off; then there is no draft.
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ asked, values } satisfies Draft));
  } catch {}
}

/** Fills empty fields, and sets the role. @param asked the role that the URL names, or nothing */
export function restoreDraft(form: HTMLFormElement, asked: string): void {
  let draft: Draft | undefined;
  try {
    draft = draftOf(sessionStorage.getItem(KEY));
  } catch {}
  const fields = textFields(form);
  // The role last: announcing it has the draft kept again, with all that is in the form by then.
  for (const field of fields) {
    if (field.name !== 'role') field.value ||= draft?.values[field.name as keyof Application] ?? '';
  }
  const role = fields.find(({ name }) => name === 'role')!;
  const kept = draft?.asked === asked ? draft.values.role : undefined;
  // Old links name roles that are no longer open.
  const restored = kept ?? ((isRole(asked) && asked) || draft?.values.role || role.value);
  if (restored === role.value) return;
  role.value = restored;
  // As when a visitor chooses: the code that controls the form listens for one, React for the other.
  for (const type of ['input', 'change']) role.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Reads what was kept, perhaps by another release: only texts of known fields. */
export function draftOf(text: string | null): Draft | undefined {
  const { asked, values } = parsed(text);
  if (typeof values !== 'object' || values === null) return undefined;
  const kept = valueFields(applicationForm).flatMap((name) => {
    const value: unknown = Object.hasOwn(values, name) ? (values as Partial<Application>)[name] : undefined;
    return typeof value === 'string' && (name !== 'role' || isRole(value)) ? [[name, value] as const] : [];
  });
  return { asked: typeof asked === 'string' ? asked : '', values: Object.fromEntries(kept) };
}

function parsed(text: string | null): { asked?: unknown; values?: unknown } {
  try {
    return (JSON.parse(text ?? '{}') as object | null) ?? {};
  } catch {
    return {};
  }
}

/** One of the roles, or none. */
const isRole = (value: string): boolean => value === '' || (roleSlugs as readonly string[]).includes(value);

export function dropDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {}
}
