/** Reads the body of an action with limits. A body that is too large, malformed or of another type is refused. */

import type {Readable} from 'node:stream'
import {Busboy} from '@fastify/busboy'
import {
  cleanFileName,
  type FileStore,
  FileTooLarge,
  type PutFile,
  type SentFile,
  sizeText,
} from '../engine/files/file-store.ts'
import {type Form, onlyText, Refused} from '../engine/reply.ts'

/*
 * Reads a form with files as a stream: texts are held in memory within limits, files go to the file store. Either the whole body is read, or it is
 * refused and nothing is left. No file is kept until the change that refers to it is decided.
 */

export interface UploadLimits {
  /** Bytes per file. */
  readonly file: number
  readonly files: number
  /** The number of texts, and the bytes of all of them together. */
  readonly fields: number
  readonly text: number
}

export type UploadedForm = Required<Form>

/** Where files go; or that a form with files is refused, or its files are skipped. */
export type FilesOf = Pick<FileStore, 'put'> | 'refused' | 'ignored'

const longestName = 200
const headerBytes = 8 * 1024
/** A body beyond a limit is still drained this far, so that the browser gets to read the response. */
const drained = 64 * 1024 * 1024

export async function readMultipart(request: Request, limits: UploadLimits, files: FilesOf): Promise<UploadedForm> {
  refuseAnnounced(request, limits)
  const upload = new Upload(request, limits, files)
  const received = await upload.read(request.body)
  const fields = received.map(entryOf)
  const put = received.flatMap(({value}) => (typeof value === 'string' ? [] : [value]))
  return {
    fields,
    text: name => onlyText(fields, name),
    open: ({content}) => put.find(each => each.content === content)?.bytes() ?? noBytes(),
    discard: async () => {
      for (const each of put) await each.discard()
    },
  }
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}

type UploadedField = UploadedForm['fields'][number]

/** Refused immediately, instead of after reading gigabytes. */
function refuseAnnounced(request: Request, limits: UploadLimits): void {
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > mostBytes(limits) + drained) throw tooLarge(limits.file)
}

/** Bytes of a whole body, including part headers. */
function mostBytes({file, files, fields, text}: UploadLimits): number {
  return files * file + text + (files + fields + 1) * headerBytes
}

interface Received {
  readonly name: string
  readonly value: string | PutFile
  readonly fileName: string
}

class Upload {
  private readonly limits: UploadLimits
  private readonly files: FilesOf
  private readonly busboy: InstanceType<typeof Busboy>
  private readonly parts: Promise<Received | null>[] = []
  private readonly streams = new Set<Readable>()
  private counts = {texts: 0, files: 0, bytes: 0}
  private refusal: Error | null = null
  /** Stops waiting for the parser, which reports nothing after a refusal. */
  private wake: () => void = () => {}

  constructor(request: Request, limits: UploadLimits, files: FilesOf) {
    this.limits = limits
    this.files = files
    this.busboy = parserFor(request)
    this.busboy.on('file', (name, stream, fileName) => this.parts.push(this.receive(name, stream, fileName)))
    this.busboy.on('error', cause => this.refuse(badInput(cause)))
  }

  async read(body: AsyncIterable<Uint8Array> | null): Promise<Received[]> {
    await this.feed(body).catch(cause => this.refuse(badInput(cause)))
    const received = (await Promise.all(this.parts)).filter(part => part !== null)
    if (this.refusal) {
      for (const {value} of received) if (typeof value !== 'string') await value.discard()
      throw this.refusal
    }
    return received
  }

  private async feed(body: AsyncIterable<Uint8Array> | null): Promise<void> {
    let [read, skipped] = [0, 0]
    for await (const chunk of body ?? []) {
      read += chunk.length
      if (read > mostBytes(this.limits)) this.refuse(tooLarge(this.limits.file))
      if (this.refusal) skipped += chunk.length
      else await this.until(done => this.busboy.write(viewOf(chunk), done))
      if (skipped > drained) return
    }
    if (!this.refusal) await this.until(done => this.busboy.once('finish', done).end())
  }

  private until(start: (done: () => void) => void): Promise<void> {
    return new Promise(resolve => {
      this.wake = resolve
      start(resolve)
    })
  }

  private refuse(refusal: Error): void {
    this.refusal ??= refusal
    for (const stream of this.streams) stream.destroy()
    this.streams.clear()
    this.wake()
  }

  /** Never fails: any problem refuses the whole body. */
  private async receive(
    name: string | undefined,
    stream: Readable,
    fileName: string | undefined,
  ): Promise<Received | null> {
    this.streams.add(stream)
    stream.on('error', doNothing)
    try {
      if (this.refusal || name === undefined || name.length > longestName) throw new Refused('BAD_INPUT')
      if (fileName === undefined) return {name, value: await this.receiveText(stream), fileName: ''}
      const value = await this.receiveFile(stream, fileName)
      return value === null ? null : {name, value, fileName}
    } catch (error) {
      this.refuse(refusalFor(error))
      return null
    } finally {
      this.streams.delete(stream)
    }
  }

  private async receiveText(stream: Readable): Promise<string> {
    this.countText()
    const chunks: Uint8Array[] = []
    for await (const chunk of bytesOf(stream)) {
      this.counts.bytes += chunk.length
      if (this.counts.bytes > this.limits.text) throw tooLarge(this.limits.text)
      chunks.push(chunk)
    }
    return new TextDecoder('utf-8', {fatal: true}).decode(Buffer.concat(chunks))
  }

  private countText(): void {
    this.counts.texts += 1
    if (this.counts.texts > this.limits.fields) throw new Refused('BAD_INPUT')
  }

  /** Null for a control without a file: browsers send it without a name and without bytes. */
  private async receiveFile(stream: Readable, fileName: string): Promise<PutFile | null> {
    const {files} = this
    if (fileName === '') {
      this.countText()
      return await passOver(stream, {refuses: files !== 'ignored'})
    }
    this.counts.files += 1
    if (this.counts.files > this.limits.files) throw new Refused('TOO_MANY', {most: String(this.limits.files)})
    if (files === 'refused') throw new Refused('NO_FILES')
    return files === 'ignored' ? passOver(stream, {refuses: false}) : files.put(bytesOf(stream), this.limits.file)
  }
}

/** Every part is a byte stream, so that texts are limited and decoded here. */
function parserFor(request: Request): InstanceType<typeof Busboy> {
  const contentType = request.headers.get('content-type') ?? ''
  try {
    return new Busboy({
      headers: {'content-type': contentType},
      isPartAFile: () => true,
      limits: {headerSize: headerBytes},
    })
  } catch (cause) {
    throw badInput(cause)
  }
}

/** The same bytes, not a copy. */
function viewOf({buffer, byteOffset, byteLength}: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

async function* bytesOf(stream: Readable): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) if (chunk instanceof Uint8Array) yield chunk
}

/** Read and discarded, so that the following parts are read too. */
async function passOver(stream: Readable, {refuses}: {refuses: boolean}): Promise<null> {
  for await (const chunk of bytesOf(stream)) if (chunk.length > 0 && refuses) throw new Refused('NO_FILES')
  return null
}

function entryOf({name, value, fileName}: Received): UploadedField {
  return {name, value: typeof value === 'string' ? value : sentFile(value, fileName)}
}

function sentFile(put: PutFile, fileName: string): SentFile {
  const {content, size, mediaType} = put
  return {name: cleanFileName(fileName), content, size, mediaType, received: put}
}

const doNothing = (): void => {}

function badInput(cause: unknown): Refused {
  return cause instanceof Refused ? cause : new Refused('BAD_INPUT', {}, cause)
}

function tooLarge(most: number): Refused {
  return new Refused('TOO_LARGE', {limit: sizeText(most)})
}

/** A full disk is a server failure, not the sender's mistake. */
function refusalFor(error: unknown): Error {
  if (error instanceof FileTooLarge) return tooLarge(error.most)
  return error instanceof Error && 'syscall' in error ? error : badInput(error)
}

export interface FormLimits {
  /** The size of all texts together. */
  readonly text: number
  readonly fields: number
  /** Bytes per file, and the number of files. */
  readonly file: number
  readonly files: number
}

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
    // The client disconnected; nothing failed on the server.
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
  const text = decodeText(body)
  for (const part of text.split(/[&=]/)) decodePart(part)
  return [...new URLSearchParams(text)].map(([name, value]) => ({name, value}))
}

export function decodeText(body: Uint8Array): string {
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
