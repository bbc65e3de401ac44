/** `nonet/testing`, for one application: `nonet/vitest` makes it for the folder of its document. */
import {BlankPages, startApp} from './engine.ts'
import {type GivenScreen, renderScreen, type TestedCode} from './render-screen.tsx'
import type {StartOptions} from './start-app.ts'

export function testingOf(code: TestedCode) {
  const pages = new BlankPages(code.folder)
  return {
    renderScreen: (screen: string, given: GivenScreen = {}) => renderScreen(code, pages, [screen, given]),
    async startApp(options?: StartOptions) {
      const app = await startApp(code.folder, options)
      code.finally(app.stop)
      return app
    },
    /** After all tests of a file. */
    stop: () => pages.stop(),
  }
}
