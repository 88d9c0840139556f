import { defineConfig } from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: the test runner asks for one
export default defineConfig({
  test: { include: ['src/**/*.test.ts'] },
});
