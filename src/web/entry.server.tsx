/** A page as HTML, on the server. */
import {Writable} from 'node:stream'
import type {ReactNode} from 'react'
import {renderToPipeableStream, renderToString} from 'react-dom/server'
import type {Page} from '../engine/page/frame.ts'
import type {PageMessages} from '../messages/index.ts'
import {App} from './app.tsx'
import {staticRouter} from './router/static-router.ts'
import type {ScreenComponents} from './screen.tsx'

/** What React writes before a section that failed. */
const failedSection = '<!--$!-->'

interface RenderParts {
  readonly screens: ScreenComponents
  readonly messages: PageMessages
}

/** `onError` gets the cause of a failed section and returns the log reference. If the page itself fails, the promise is rejected. */
export async function renderPage(
  page: Page,
  {screens, messages}: RenderParts,
  onError: (cause: unknown) => string,
): Promise<string> {
  const app = (failureReference?: () => string | null) => (
    <App router={staticRouter(page, messages, failureReference)} screens={screens} />
  )
  const html = renderToString(app())
  if (!html.includes(failedSection)) return html
  // `renderToString` does not report why a section failed, so the page is rendered again by the renderer that does.
  let reference: string | null = null
  return await renderReporting(
    app(() => reference),
    cause => {
      reference = onError(cause)
      return reference
    },
  )
}

function renderReporting(app: ReactNode, onError: (cause: unknown) => string): Promise<string> {
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
    const stream = renderToPipeableStream(app, {
      // Sections are never streamed after their page, which would need inline scripts.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError,
      onShellError: reject,
      onAllReady: () => stream.pipe(out),
    })
  })
}
