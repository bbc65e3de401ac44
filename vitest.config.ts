import {defineConfig} from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['test/long/**', 'node_modules/**'],
    testTimeout: 60_000,
    maxWorkers: 3,
    hookTimeout: 120_000,
    globalSetup: ['test/kit/global-setup.ts'],
  },
})
