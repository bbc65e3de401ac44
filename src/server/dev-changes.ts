/** The stream that tells open pages of a document under work that it has changed. Exists under `nonet dev` alone. */
import {Answer} from './response.ts'

const address = '/_nonet/changes'

export class Changes {
  private version = 0
  private readonly streams = new Set<ReadableStreamDefaultController<Uint8Array>>()

  respond(path: string): Answer | null {
    if (path !== address) return null
    let own: ReadableStreamDefaultController<Uint8Array>
    const stream = new ReadableStream<Uint8Array>({
      start: controller => {
        own = controller
        this.streams.add(controller)
        controller.enqueue(this.message())
      },
      cancel: () => {
        this.streams.delete(own)
      },
    })
    return new Answer(stream, {headers: {'content-type': 'text/event-stream', 'cache-control': 'no-store'}})
  }

  happened(): void {
    this.version += 1
    for (const stream of this.streams) stream.enqueue(this.message())
  }

  end(): void {
    for (const stream of this.streams) stream.close()
    this.streams.clear()
  }

  private message(): Uint8Array {
    return new TextEncoder().encode(`retry: 500\nevent: version\ndata: ${process.pid}.${this.version}\n\n`)
  }
}
