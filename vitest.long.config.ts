import {defineConfig} from 'vitest/config'

/** Longer property, kill and soak runs: `npm run test:long`. */
export default defineConfig({
  test: {
    include: ['test/long/**/*.test.ts'],
    testTimeout: 30 * 60_000,
    hookTimeout: 120_000,
    // As in the other runs: a browser on a busy machine is slow.
    expect: {poll: {timeout: 60_000}},
    globalSetup: ['test/kit/global-setup.ts'],
    setupFiles: ['test/kit/cheap-passwords.ts'],
    fileParallelism: false,
  },
})
