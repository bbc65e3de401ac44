/** The body of an action, read with limits. What is too large, malformed or of another kind is refused. */

import {sizeText} from '../engine/files/file-store.ts'
import {type Form, onlyText, Refused} from '../engine/reply.ts'
import {type FilesOf, noBytes, readMultipart} from './upload.ts'

export interface FormLimits {
  /** Texts, all of them together. */
  readonly text: number
  readonly fields: number
  /** Bytes of one file, and how many of them. */
  readonly file: number
  readonly files: number
}

/** A body beyond the limit is still drained this far, so that the browser gets to read the response. */
const drained = 64 * 1024 * 1024

export async function readForm(request: Request, limits: FormLimits, files: FilesOf): Promise<Form> {
  const type = request.headers.get('content-type') ?? ''
  const kind = type.split(';')[0]?.trim().toLowerCase()
  if (kind === 'multipart/form-data') return readMultipart(request, limits, files)
  if (kind !== 'application/x-www-form-urlencoded') throw new Refused('UNSUPPORTED')
  const entries = urlencoded(await readBody(request, limits.text))
  if (entries.length > limits.fields) throw new Refused('BAD_INPUT')
  return {fields: entries, text: name => onlyText(entries, name), open: () => noBytes()}
}

type FormField = Form['fields'][number]

export async function readBody(request: Request, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > drained) throw new Refused('TOO_LARGE', {limit: sizeText(most)})
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.length
      if (size > drained) break
      if (size <= most) chunks.push(chunk)
    }
  } catch (cause) {
    // The sender went away; nothing of ours has failed.
    throw new Refused('BAD_INPUT', {}, cause)
  }
  if (size > most) throw new Refused('TOO_LARGE', {limit: sizeText(most)})
  const body = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    body.set(chunk, at)
    at += chunk.length
  }
  return body
}

function urlencoded(body: Uint8Array): FormField[] {
  const text = decode(body)
  for (const part of text.split(/[&=]/)) decodePart(part)
  return [...new URLSearchParams(text)].map(([name, value]) => ({name, value}))
}

export function decode(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', {fatal: true}).decode(body)
  } catch (cause) {
    throw new Refused('BAD_INPUT', {}, cause)
  }
}

function decodePart(part: string): void {
  if (!part.includes('%')) return
  try {
    decodeURIComponent(part)
  } catch (cause) {
    throw new Refused('BAD_INPUT', {}, cause)
  }
}
