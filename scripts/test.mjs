// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isWithoutBrowser } from './chromium.mjs';
import { setUp } from './setup.mjs';

// `npm test`: set-up, types, format and lint, then every test in Node and in Chromium. All of them run, whatever fails, and
// the last line counts. Arguments go to the test runner: `npm test -- src/binary` runs what is below that folder.

const root = fileURLToPath(new URL('..', import.meta.url));
const report = join(root, 'out/test-report.json');
const filters = process.argv.slice(2);

setUp({ browser: true });
if (isWithoutBrowser()) sayWithoutBrowser();

const checks =
  filters.length > 0
    ? []
    : [
        { name: 'types', ok: runTool('typescript/bin/tsc', ['--noEmit', '-p', '.']) },
        { name: 'format and lint', ok: runTool('@biomejs/biome/bin/biome', ['check', '--diagnostic-level=warn', '.']) },
      ];
rmSync(report, { force: true });
const vitest = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...filters];
const isTestsFine = runTool('vitest/vitest.mjs', vitest);
if (isWithoutBrowser()) sayWithoutBrowser();
summarize();

/** Counts the tests, and each other check as one more. */
function summarize() {
  const counts = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8'))
    : { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, numFailedTestSuites: 1 };
  for (const { name, ok } of checks) console.log(`${name}: ${ok ? 'fine' : 'FAILED, see above'}`);
  const passed = counts.numPassedTests + checks.filter(({ ok }) => ok).length;
  let failed = counts.numFailedTests + checks.filter(({ ok }) => !ok).length;
  // A file that cannot even be loaded has no tests to fail.
  if (failed === 0 && !isTestsFine) failed = Math.max(1, counts.numFailedTestSuites);
  process.exitCode = failed === 0 ? 0 : 1;
  console.log(`${passed} passed, ${failed} failed, ${counts.numPendingTests + counts.numTodoTests} skipped`);
}

/**
 * Runs a development tool of ours.
 * @param {string} script below node_modules
 * @param {string[]} args
 */
function runTool(script, args) {
  const tool = join(root, 'node_modules', script);
  return spawnSync(process.execPath, [tool, ...args], { cwd: root, stdio: 'inherit' }).status === 0;
}

function sayWithoutBrowser() {
  console.error(
    'EXHUME_WITHOUT_BROWSER is set: tests in a browser, pictures and the golden poses are SKIPPED, not passed.',
  );
}
