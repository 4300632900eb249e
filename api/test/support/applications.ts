/** Applications for tests. */
import type { Application } from 'shared/rules/careers/application-form';
import { CV_FIELD } from 'shared/contracts/careers';
import { pdf } from './documents.ts';

export const goodApplication: Application = {
  role: 'flutter-developer',
  firstName: 'Ada',
  lastName: 'Obi',
  email: 'ada@example.com',
  phone: '08031234567',
  linkedin: 'https://www.linkedin.com/in/ada-obi',
  about: 'I like lists that scroll.\nSmall phones first.',
};

export interface CvFile {
  bytes: Buffer;
  name?: string;
}

/** A form as browsers send it. */
export function applicationForm(values: Partial<Application> = {}, file: CvFile | null = { bytes: pdf() }): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...goodApplication, ...values })) form.set(name, value);
  if (file) form.set(CV_FIELD, new Blob([new Uint8Array(file.bytes)]), file.name ?? 'cv.pdf');
  return form;
}
