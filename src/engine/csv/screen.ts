/** Export as screens use it: to a client that may read slowly. */
import {randomUUID} from 'node:crypto'
import {open, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import type {Actor} from '../actor.ts'
import type {Engine} from '../engine.ts'
import {bytesOf} from '../files/read-bytes.ts'
import type {ReadContext} from '../read-context.ts'
import {type ExportRequest, exportCsv} from './export.ts'
import {byteOrderMark} from './write.ts'

export interface Exported {
  readonly size: number
  readonly bytes: ReadableStream<Uint8Array>
}

/**
 * Written to a file first, which has no name any more when it is sent: a reader that takes an hour must not hold a moment of the
 * database for an hour.
 */
export function exportedFor(engine: Engine, actor: Actor, request: ExportRequest): Promise<Exported> {
  return writtenFor(engine, actor, reader => exportCsv(reader, request))
}

export async function writtenFor(
  engine: Engine,
  actor: Actor,
  pieces: (reader: ReadContext) => AsyncIterable<string>,
): Promise<Exported> {
  const path = join(tmpdir(), `nonet-export-${randomUUID()}`)
  const handle = await open(path, 'ax+', 0o600)
  try {
    // A connection that breaks is replaced, and everything is read again.
    const write = async (reader: ReadContext) => {
      await handle.truncate(0)
      await handle.appendFile(byteOrderMark)
      for await (const piece of pieces(reader)) await handle.appendFile(piece)
    }
    await engine.read(actor, write, {long: true})
    const {size} = await handle.stat()
    return {size, bytes: bytesOf(handle, {first: 0, last: size - 1})}
  } catch (error) {
    await handle.close()
    throw error
  } finally {
    await rm(path, {force: true})
  }
}
