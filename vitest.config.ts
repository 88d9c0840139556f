import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { browserTests } from './scripts/browser-tests.ts';
import { chromiumFlags, findChromium, isWithoutBrowser } from './scripts/chromium.mjs';

const inNode: TestProjectConfiguration = {
  extends: true,
  test: {
    name: 'node',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: isWithoutBrowser() ? ['test/browser/**', 'test/viewer/**'] : [],
  },
};

const executablePath = isWithoutBrowser() ? undefined : findChromium();

/** What of the core can run in a browser runs there too. */
const inChromium: TestProjectConfiguration = {
  extends: true,
  test: {
    name: 'chromium',
    include: browserTests(import.meta.dirname),
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: { args: chromiumFlags, ...(executablePath && { executablePath }) } }),
      instances: [{ browser: 'chromium' }],
    },
  },
};

// biome-ignore lint/style/noDefaultExport: the test runner asks for one
export default defineConfig({
  test: {
    projects: isWithoutBrowser() ? [inNode] : [inNode, inChromium],
    maxWorkers: 2,
    // A shared machine that stalls for seconds is not a fault of ours: what fails there has to fail three times.
    retry: process.env.CI === undefined ? 0 : 2,
    setupFiles: ['src/test-support/equality.ts'],
    // Many times what any of them takes: only one that hangs is to fail, on a machine that has much else to do as well.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
