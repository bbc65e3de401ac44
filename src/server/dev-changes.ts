/** `nonet dev`: a stream of events that tells open pages that the document has changed. */
import type {HandlerRoute} from './context.ts'
import {route} from './routes.ts'

export class DevChanges {
  readonly route: HandlerRoute = route('GET', '/_nonet/changes', () => this.#stream(), {countedAs: null})
  #version = 0
  readonly #streams = new Set<ReadableStreamDefaultController<Uint8Array>>()

  #stream(): Response {
    let own: ReadableStreamDefaultController<Uint8Array>
    const stream = new ReadableStream<Uint8Array>({
      start: controller => {
        own = controller
        this.#streams.add(controller)
        controller.enqueue(this.#message())
      },
      cancel: () => {
        this.#streams.delete(own)
      },
    })
    return new Response(stream, {headers: {'content-type': 'text/event-stream', 'cache-control': 'no-store'}})
  }

  changed(): void {
    this.#version += 1
    for (const stream of this.#streams) stream.enqueue(this.#message())
  }

  end(): void {
    for (const stream of this.#streams) stream.close()
    this.#streams.clear()
  }

  #message(): Uint8Array {
    return new TextEncoder().encode(`retry: 500\nevent: version\ndata: ${process.pid}.${this.#version}\n\n`)
  }
}
