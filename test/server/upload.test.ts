/** Forms with files: streamed, accepted as a whole or rejected, with nothing left behind. */

import {readdir} from 'node:fs/promises'
import {join} from 'node:path'
import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {Refused} from '../../src/engine/reply.ts'
import {openFolder} from '../../src/screens/testing.ts'
import {readMultipart, type UploadedForm, type UploadLimits} from '../../src/server/form.ts'
import {makeFolder} from '../kit/store-databases.ts'

const limits: UploadLimits = {file: 1000, files: 3, fields: 5, text: 500}
const boundary = '----boundary'
const multipart = `multipart/form-data; boundary=${boundary}`

async function opened() {
  const folder = await makeFolder()
  const store = await openFolder(folder)
  const read = (request: Request, most: Partial<UploadLimits> = {}) =>
    readMultipart(request, {...limits, ...most}, store)
  return {folder, store, read}
}

function sent(body: BodyInit, type: string = multipart): Request {
  return new Request('http://x/', {method: 'POST', body, headers: {'content-type': type}, ...streaming(body)})
}

const streaming = (body: BodyInit) => (body instanceof ReadableStream ? {duplex: 'half'} : {})

function formOf(entries: readonly (readonly [string, string | File])[]): Request {
  const data = new FormData()
  for (const [name, value] of entries) data.append(name, value)
  return new Request('http://x/', {method: 'POST', body: data})
}

function shown({fields}: UploadedForm) {
  return fields.map(({name, value}) => [name, typeof value === 'string' ? value : `${value.name}: ${value.size}`])
}

/** Everything in the folder, including incomplete uploads. */
async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, {recursive: true, withFileTypes: true})
  return found.filter(each => each.isFile()).map(each => join(each.parentPath, each.name))
}

async function refusalOf(reading: Promise<UploadedForm>): Promise<Refused> {
  const error = await reading.then(
    () => null,
    cause => cause,
  )
  if (!(error instanceof Refused)) throw new Error('it was not refused', {cause: error})
  return error
}

/** As browsers write it. */
function written(parts: readonly {readonly head: string; readonly body: string}[]): string {
  return `${parts.map(({head, body}) => `--${boundary}\r\n${head}\r\n\r\n${body}\r\n`).join('')}--${boundary}--\r\n`
}

const text = (name: string, body: string) => ({head: `Content-Disposition: form-data; name="${name}"`, body})
const file = (name: string, fileName: string, body: string) => ({
  head: `Content-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: text/html`,
  body,
})

describe('a form with files', () => {
  test('gives texts and files in order, with media types by their bytes', async () => {
    const {store, read, folder} = await opened()
    const form = await read(
      formOf([
        ['_action', 'save'],
        ['proof', new File(['%PDF-1.7 …'], 'C:\\Arzt "1".pdf', {type: 'text/html'})],
        ['note', 'Zoë\r\n日本 🎉'],
        ['proof', new File(['other'], 'b.txt')],
      ]),
    )
    expect(form.text('_action')).toBe('save')
    expect(form.text('note')).toBe('Zoë\r\n日本 🎉')
    expect(form.text('proof')).toBeNull()
    expect(shown(form)).toEqual([
      ['_action', 'save'],
      ['proof', expect.stringMatching(/^Arzt .*: 12$/)],
      ['note', 'Zoë\r\n日本 🎉'],
      ['proof', 'b.txt: 5'],
    ])
    const [, proof] = form.fields
    if (typeof proof?.value !== 'object') throw new Error('no file')
    expect(proof.value.mediaType).toBe('application/pdf')
    const received: Uint8Array[] = []
    for await (const chunk of form.open(proof.value)) received.push(chunk)
    expect(Buffer.concat(received).toString()).toBe('%PDF-1.7 …')
    // Nothing is kept until a record refers to it.
    expect(await store.open(proof.value.content)).toBeNull()
    await proof.value.received?.keep()
    await form.discard()
    const bytes = await store.open(proof.value.content)
    expect(bytes && (await new Response(bytes).text())).toBe('%PDF-1.7 …')
    expect(await filesIn(folder)).toHaveLength(1)
  })

  test('leaves out a control without a chosen file, and keeps an empty file', async () => {
    const {read} = await opened()
    const form = await read(sent(written([file('a', '', ''), file('b', 'empty.txt', ''), text('c', '')])))
    expect(shown(form)).toEqual([
      ['b', 'empty.txt: 0'],
      ['c', ''],
    ])
  })

  test('is parsed in any chunks', async () => {
    const {read} = await opened()
    const body = Buffer.from(
      written([text('a', 'é\r\n--'), file('b', 'b.txt', `\r\n--${boundary.slice(0, 8)}\r\n`), text('c', '1')]),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({min: 1, max: 40}), {minLength: 1, maxLength: 20}), async sizes => {
        const form = await read(sent(inPieces(body, sizes)))
        expect(shown(form)).toEqual([
          ['a', 'é\r\n--'],
          ['b', 'b.txt: 14'],
          ['c', '1'],
        ])
      }),
      {numRuns: 40},
    )
  })

  test('is rejected wherever it is cut off, and leaves nothing', async () => {
    const {folder, read} = await opened()
    const body = Buffer.from(written([text('a', 'one'), file('b', 'b.txt', 'two'), file('d', 'd.txt', '')]))
    const whole = body.indexOf(`--${boundary}--`) + boundary.length + 4
    for (let end = 0; end < whole; end++) {
      const {code} = await refusalOf(read(sent(body.subarray(0, end))))
      expect(`${end}: ${code}`).toBe(`${end}: BAD_INPUT`)
    }
    expect(await filesIn(folder)).toEqual([])
    expect(shown(await read(sent(body.subarray(0, whole))))).toHaveLength(3)
  })

  test('is rejected when the sender disconnects', async () => {
    const {folder, read} = await opened()
    const body = Buffer.from(written([text('a', 'one'), file('b', 'b.txt', 'two')]))
    let pulls = 0
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulls += 1
        if (pulls > 1) controller.error(new Error('reset'))
        else controller.enqueue(body.subarray(0, 180))
      },
    })
    expect(await refusalOf(read(sent(stream)))).toMatchObject({code: 'BAD_INPUT'})
    expect(await filesIn(folder)).toEqual([])
  })

  test.each([
    ['garbage', 'garbage', multipart],
    ['nothing', '', multipart],
    ['no boundary', written([text('a', '1')]), 'multipart/form-data'],
    ['a very long boundary', 'x', `multipart/form-data; boundary=${'b'.repeat(400)}`],
    ['a part without a name', written([{head: 'Content-Disposition: form-data', body: 'x'}]), multipart],
    ['a name beyond measure', written([text('n'.repeat(300), 'x')]), multipart],
    ['text that is not UTF-8', Buffer.from(written([text('a', 'caf\xe9')]), 'latin1'), multipart],
    ['too many empty controls', written(Array.from({length: 6}, () => file('f', '', ''))), multipart],
    ['too many fields', written(Array.from({length: 6}, (_, index) => text(`f${index}`, ''))), multipart],
  ])('is rejected for %s', async (_, body, type) => {
    const {folder, read} = await opened()
    expect(await refusalOf(read(sent(body, type)))).toMatchObject({code: 'BAD_INPUT'})
    expect(await filesIn(folder)).toEqual([])
  })

  test('is rejected with the limit when a file is too large, and none of its files is kept', async () => {
    const {folder, read} = await opened()
    const files: [string, File][] = [
      ['a', new File(['small'], 'a')],
      ['b', new File(['x'.repeat(2049)], 'b')],
      ['c', new File(['more'], 'c')],
    ]
    const refused = await refusalOf(read(formOf(files), {file: 2048}))
    expect(refused).toMatchObject({code: 'TOO_LARGE', values: {limit: '2 kB'}})
    expect(await filesIn(folder)).toEqual([])
    expect(shown(await read(formOf(files), {file: 2049}))).toHaveLength(3)
  })

  test('is rejected for too many files and for too much text', async () => {
    const {folder, read} = await opened()
    const files = Array.from({length: 4}, (_, index): [string, File] => ['f', new File(['x'], `${index}`)])
    expect(await refusalOf(read(formOf(files)))).toMatchObject({code: 'TOO_MANY', values: {most: '3'}})
    const texts: [string, string][] = [
      ['a', 'x'.repeat(300)],
      ['b', 'x'.repeat(300)],
    ]
    expect(await refusalOf(read(formOf(texts)))).toMatchObject({code: 'TOO_LARGE'})
    expect(await filesIn(folder)).toEqual([])
  })

  test('is rejected before it is read when it declares far too large a size', async () => {
    const {read} = await opened()
    const stream = new ReadableStream(
      {
        pull: () => {
          throw new Error('read')
        },
      },
      {highWaterMark: 0},
    )
    const request = sent(stream)
    const announced = new Request(request, {
      headers: {'content-type': multipart, 'content-length': String(2 ** 40)},
      ...streaming(stream),
    })
    expect(await refusalOf(read(announced))).toMatchObject({code: 'TOO_LARGE'})
  })

  test('is rejected when it never ends', async () => {
    const {folder, read} = await opened()
    const piece = new Uint8Array(1024 * 1024)
    let pieces = 0
    const endless = new ReadableStream<Uint8Array>({
      start: controller => controller.enqueue(new Uint8Array(Buffer.from(written([text('a', '1')])))),
      pull(controller) {
        pieces += 1
        controller.enqueue(piece)
      },
    })
    expect(await refusalOf(read(sent(endless)))).toMatchObject({code: 'TOO_LARGE'})
    expect(pieces).toBeLessThan(80)
    expect(await filesIn(folder)).toEqual([])
  })

  test('needs no more memory for a large file than for a small one', async () => {
    const {folder, read} = await opened()
    const size = 256 * 1024 * 1024
    let peak = 0
    const before = process.memoryUsage()
    const form = await read(
      sent(
        largeBody(size, () => {
          const {arrayBuffers, heapUsed} = process.memoryUsage()
          peak = Math.max(peak, arrayBuffers + heapUsed - before.arrayBuffers - before.heapUsed)
        }),
      ),
      {file: size},
    )
    expect(shown(form)).toEqual([['big', `big.bin: ${size}`]])
    expect(await filesIn(folder)).toHaveLength(1)
    expect(peak).toBeLessThan(128 * 1024 * 1024)
  })
})

function inPieces(body: Buffer, sizes: readonly number[]): ReadableStream<Uint8Array> {
  let [at, index] = [0, 0]
  return new ReadableStream({
    pull(controller) {
      const size = sizes[index++ % sizes.length] ?? 1
      controller.enqueue(new Uint8Array(body.subarray(at, at + size)))
      at += size
      if (at >= body.length) controller.close()
    },
  })
}

function largeBody(size: number, watch: () => void): ReadableStream<Uint8Array> {
  const head = Buffer.from(`--${boundary}\r\n${file('big', 'big.bin', '').head}\r\n\r\n`)
  const zeros = new Uint8Array(64 * 1024)
  let left = size
  return new ReadableStream(
    {
      start: controller => controller.enqueue(new Uint8Array(head)),
      pull(controller) {
        watch()
        const piece = Math.min(left, 64 * 1024)
        left -= piece
        if (piece > 0) controller.enqueue(zeros.subarray(0, piece))
        else {
          controller.enqueue(new Uint8Array(Buffer.from(`\r\n--${boundary}--\r\n`)))
          controller.close()
        }
      },
    },
    {highWaterMark: 1},
  )
}
