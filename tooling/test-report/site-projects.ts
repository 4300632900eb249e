/** Playwright's arguments for the end-to-end tests of `npm test`: those that wait come first (playwright.config.ts). */
export const siteProjects: readonly string[] = ['--project=waiting', '--project=site'];
