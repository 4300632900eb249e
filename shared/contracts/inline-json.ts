/**
 * JSON that is safe inside a script element.
 * @throws TypeError for what JSON cannot express: a BigInt, a circular reference
 */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
