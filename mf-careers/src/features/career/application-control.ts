/** The application form under control: loaded when a visitor turns to it. */
import { CV_FIELD, type Application } from 'shared/contracts/careers';
import { controlForm, type FormControl, type FormErrors } from 'shared/forms/form-control';
import { applicationFields, checkApplication, checkCv, trimApplication } from 'shared/rules/application';
import { sendApplication } from './send-application.ts';

export type SendApplication = typeof sendApplication;

/** The text fields, and the file. */
export type ApplicationField = keyof Application | typeof CV_FIELD;

interface Outcome {
  /** @param send sends it */
  valid: (application: Application, cv: File, send: SendApplication) => Promise<void>;
  invalid: (errors: FormErrors<Record<ApplicationField, string>>, first: string) => void;
}

/** The fields as they stand on the page. */
const fields = ['role', 'firstName', 'lastName', 'email', 'phone', CV_FIELD, 'linkedin', 'about'] as const satisfies readonly ApplicationField[];

export function controlApplicationForm(form: HTMLFormElement, { valid, invalid }: Outcome): FormControl {
  const cv = () => (form.elements.namedItem(CV_FIELD) as HTMLInputElement).files?.[0];
  return controlForm<Application & { [CV_FIELD]: FileList }>(form, {
    fields,
    // In the order of the page.
    check: (values) => {
      const problems = [...checkApplication(values), ...checkCv(cv())];
      return problems.toSorted((a, b) => orderOf(a.field) - orderOf(b.field));
    },
    trim: (values) => ({ ...values, ...trimApplication(values) }),
    valid: async (values) => valid(Object.fromEntries(applicationFields.map((name) => [name, values[name]])) as unknown as Application, cv()!, sendApplication),
    invalid,
  });
}

function orderOf(field: string): number {
  return fields.indexOf(field as ApplicationField);
}
