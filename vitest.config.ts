import {defineConfig} from 'vitest/config'
import {BaseSequencer, type TestSpecification} from 'vitest/node'

/** What takes longest begins first, so that nothing is waited for at the end: a browser takes longer than anything else. */
class BrowserFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({moduleId}: TestSpecification) =>
      moduleId.includes('/every-screen') ? 0 : moduleId.includes('/browser/') ? 1 : 2
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['test/long/**', 'node_modules/**'],
    testTimeout: 60_000,
    maxWorkers: 3,
    // No module keeps anything but what it can make again, so files share them, and each is loaded once for a worker.
    isolate: false,
    hookTimeout: 120_000,
    globalSetup: ['test/kit/global-setup.ts'],
    setupFiles: ['test/kit/cheap-passwords.ts'],
    sequence: {sequencer: BrowserFirst},
  },
})
