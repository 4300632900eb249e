/** Controls the application form and sends it. Loaded when a visitor turns to the form. */
import { CV_FIELD } from 'shared/contracts/careers';
import { controlForm, type FormControl } from 'shared/forms/form-control';
import type { FormErrors } from 'shared/forms/form-errors';
import { checkApplication, checkCv } from 'shared/rules/careers/application';
import { applicationForm, type Application } from 'shared/rules/careers/application-form';
import { sendApplication } from './send-application.ts';

export type SendApplication = typeof sendApplication;

/** The text fields, and the file. */
export type ApplicationField = keyof typeof applicationForm;

interface SubmitHandlers {
  /** @param send sends the application */
  valid: (application: Application, cv: File, send: SendApplication) => Promise<void>;
  invalid: (errors: FormErrors<typeof applicationForm>, first: string) => void;
}

export function controlApplicationForm(element: HTMLFormElement, { valid, invalid }: SubmitHandlers): FormControl {
  const cv = () => (element.elements.namedItem(CV_FIELD) as HTMLInputElement).files?.[0];
  return controlForm(element, {
    form: applicationForm,
    hasSummary: true,
    check: (values) => [...checkApplication(values), ...checkCv(cv())],
    valid: (application) => valid(application, cv()!, sendApplication),
    invalid,
  });
}
