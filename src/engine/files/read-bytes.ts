/** Bytes of an open file as they are asked for, a piece at a time; the file is closed at the end, or when nobody listens any more. */
import type {FileHandle} from 'node:fs/promises'
import type {ByteRange} from './file-store.ts'

const piece = 64 * 1024

export function bytesOf(handle: FileHandle, {first, last}: ByteRange): ReadableStream<Uint8Array> {
  let at = first
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const length = Math.min(piece, last - at + 1)
        const {bytesRead, buffer} = length > 0 ? await readAt(handle, length, at) : {bytesRead: 0, buffer: null}
        at += bytesRead
        if (bytesRead > 0 && buffer) controller.enqueue(buffer.subarray(0, bytesRead))
        if (bytesRead > 0 && at <= last) return
        await handle.close()
        controller.close()
      },
      cancel: () => handle.close(),
    },
    {highWaterMark: 0},
  )
}

async function readAt(handle: FileHandle, length: number, at: number) {
  try {
    return await handle.read(Buffer.allocUnsafe(length), 0, length, at)
  } catch (error) {
    await handle.close()
    throw error
  }
}
