/** A page as HTML, on the server. */
import {Writable} from 'node:stream'
import {renderToPipeableStream} from 'react-dom/server'
import type {Page} from '../contract/page.ts'
import {wordsFor} from '../messages/index.ts'
import {App} from './app.tsx'
import {staticRouter} from './router/static-router.ts'
import type {ScreenComponents} from './screen.ts'

/**
 * Rendered whole before anything is sent. `onError` gets the cause where a section failed alone and returns its reference; where the page itself fails, the
 * promise is rejected.
 */
export function renderPage(
  page: Page,
  screens: ScreenComponents,
  onError: (cause: unknown) => string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: string[] = []
    const out = new Writable({
      decodeStrings: false,
      write(chunk: string | Uint8Array, _encoding, done) {
        chunks.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString())
        done()
      },
      final(done) {
        done()
        resolve(chunks.join(''))
      },
    })
    let failed = false
    const stream = renderToPipeableStream(
      <App router={staticRouter(page, wordsFor(page.shell.language))} screens={screens} />,
      {
        // Sections are never sent apart from their page, which would need inline scripts.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onError: cause => (failed ? undefined : onError(cause)),
        onShellError(cause) {
          failed = true
          reject(cause)
        },
        onAllReady: () => failed || stream.pipe(out),
      },
    )
  })
}
