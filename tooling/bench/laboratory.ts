/** What a measurement needs: current builds, the composed site on its own ports, a browser. */
import { chromium, type Browser } from 'playwright';
import { startSite, type Site } from '../site/start-site.ts';
import { browserArguments, findBrowser } from '../browser/find-browser.ts';
import { ensureBuilt, siteTargets } from '../build/ensure-built.ts';

/** Registers what else must be stopped or removed in the end. */
type Finally = (stop: () => Promise<void>) => void;

/** Runs a measurement and stops everything afterwards, even when it fails or Ctrl-C ends it. */
export async function withSiteAndBrowser<Result>(
  measure: (site: Site, browser: Browser, atTheEnd: Finally) => Promise<Result>,
): Promise<Result> {
  await ensureBuilt(siteTargets, (line) => console.log(`  ${line}`));
  const starting = startSite();
  let browser: Browser | undefined;
  const others: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    await browser?.close();
    await Promise.all(others.splice(0).map((stopOther) => stopOther()));
    const site = await starting.catch(() => undefined);
    await site?.stop();
  };
  const interrupted = (): void => void stop().finally(() => process.exit(1));
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);
  try {
    const site = await starting;
    // Playwright would end this process at Ctrl-C before the site has stopped.
    const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
    browser = await chromium.launch({
      executablePath: await findBrowser('whole'),
      args: browserArguments,
      // Playwright switches this off; visitors have it.
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
      ...signals,
    });
    return await measure(site, browser, (other) => others.push(other));
  } finally {
    process.off('SIGINT', interrupted);
    process.off('SIGTERM', interrupted);
    await stop();
  }
}
