/** validator's check of mobile numbers, wherever it runs. */
import imported from 'validator/lib/isMobilePhone.js';

// This one CommonJS file of validator exports a second name, so that Node hands out the module instead of the
// function. Browser builds take validator's ES modules, where the import is the function.
const isMobilePhone = typeof imported === 'function' ? imported : (imported as { default: typeof imported }).default;

export const INVALID_PHONE = 'invalid phone number';

/** A Nigerian mobile number is fine, with or without the country's prefix (specification, section 5). */
export function phoneProblem(value: string): string | undefined {
  return isMobilePhone(value, 'en-NG', { strictMode: false }) ? undefined : INVALID_PHONE;
}
