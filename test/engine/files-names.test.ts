/** The names of uploaded files, and their media types. */
import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {cleanFileName} from '../../src/engine/files/file-store.ts'
import {headLength, mediaTypeOf} from '../../src/engine/files/folder.ts'

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

describe('the name of a file', () => {
  test.each([
    ['report.pdf', 'report.pdf'],
    ['/etc/passwd', 'passwd'],
    ['C:\\Users\\me\\scan 1.jpg', 'scan 1.jpg'],
    ['../../x', 'x'],
    ['..', 'file'],
    ['', 'file'],
    ['.htaccess', 'htaccess'],
    ['a\r\nSet-Cookie: b.txt', 'aSet-Cookie_ b.txt'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['a\u200Bb\u0000c.txt', 'abc.txt'],
    ['what "is" <this>?.txt', 'what _is_ _this__.txt'],
    ['Zeugnis für Zoë 日本.pdf', 'Zeugnis für Zoë 日本.pdf'],
    ['e\u0301t\u00e9.txt', 'été.txt'],
    ['half \ud800 pair.txt', 'half \ufffd pair.txt'],
    ['name. . .', 'name'],
  ])('%j becomes %j', (sent, clean) => {
    expect(cleanFileName(sent)).toBe(clean)
  })

  test('is cut before its extension, between characters', () => {
    const cut = cleanFileName(`${'ö'.repeat(300)}.pdf`)
    expect(cut).toBe(`${'ö'.repeat(98)}.pdf`)
    expect(cleanFileName('x'.repeat(500))).toBe('x'.repeat(200))
  })

  test('is safe and stable when cleaned again, whatever was sent', () => {
    fc.assert(
      fc.property(fc.string({unit: 'binary', maxLength: 300}), sent => {
        const clean = cleanFileName(sent)
        expect(clean).toMatch(/^[^/\\\p{Cc}<>:"|?*]+$/u)
        expect(clean).not.toMatch(/^\.|[\u202a-\u202e\u2066-\u2069]/)
        expect(Buffer.byteLength(clean)).toBeLessThanOrEqual(200)
        expect(cleanFileName(clean)).toBe(clean)
      }),
    )
  })
})

describe('the media type of a file', () => {
  const zip = (name: string, rest = '') => bytes(`PK\x03\x04${'\0'.repeat(26)}${name}${rest}`)
  test.each([
    ['application/pdf', bytes('%PDF-1.7\n…')],
    ['image/png', bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')],
    ['image/jpeg', bytes('\xff\xd8\xff\xe0\0\x10JFIF')],
    ['image/gif', bytes('GIF89a…')],
    ['image/webp', bytes('RIFF\n\0\0\nWEBPVP8 ')],
    ['image/avif', bytes('\0\0\0\x20ftypavif\0')],
    ['application/zip', zip('readme.txt')],
    [
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      zip('[Content_Types].xml', '…word/document.xml'),
    ],
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', zip('_rels/.rels', '…xl/workbook.xml')],
    ['application/vnd.oasis.opendocument.text', zip('mimetype', 'application/vnd.oasis.opendocument.textPK')],
    ['text/plain', bytes('Just words.\r\n\tAnd more.')],
    ['text/plain', new TextEncoder().encode('Ümläuts, 日本語 🎉')],
    ['text/plain', new Uint8Array()],
    ['text/plain', bytes('<html><script>alert(1)</script></html>')],
    ['text/plain', bytes('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['application/octet-stream', bytes('\x7fELF\x02\x01\x01\0')],
    ['application/octet-stream', bytes('caf\xe9')],
    ['application/octet-stream', bytes('null \0 byte')],
  ])('is %s by the bytes', (type, head) => {
    expect(mediaTypeOf(head)).toBe(type)
  })

  test('is text even if the head ends inside a character', () => {
    const text = Buffer.from(`${'x'.repeat(headLength - 1)}é`)
    expect(mediaTypeOf(text.subarray(0, headLength))).toBe('text/plain')
    expect(mediaTypeOf(text.subarray(headLength - 10, headLength))).toBe('application/octet-stream')
  })
})
