import {configDefaults, defineConfig} from 'vitest/config'
import {each, inProduction, production, secondAttempt} from './vitest.config.ts'

/** Those in a browser, as far as they use one: a busy second may fail them. */
const inBrowser = ['every-screen', 'feedback', 'live', 'lives', 'placed', 'record-forms'].map(
  name => `test/long/${name}.test.ts`,
)

/** Not in memory, as the other runs: this one is about durability too. */
const long = {...each, ...inProduction, testTimeout: 30 * 60_000, isolate: true}

/** Longer property, kill and soak runs: `npm run test:long`. */
export default defineConfig({
  test: {
    globalSetup: ['test/kit/global-setup.ts'],
    fileParallelism: false,
    projects: [
      {
        ...production,
        test: {
          ...long,
          name: 'long',
          include: ['test/long/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...inBrowser],
        },
      },
      {...production, test: {...long, ...secondAttempt, name: 'long in a browser', include: inBrowser}},
    ],
  },
})
