/** A legal text, which the build makes from Markdown (`build/legal-texts.ts`). */
declare module '*.md' {
  // oxlint-disable-next-line typescript/consistent-type-imports -- an ambient module may not import by path
  const text: import('./content/legal/format.ts').LegalText;
  // oxlint-disable-next-line import/no-default-export -- one text is one module
  export default text;
}
