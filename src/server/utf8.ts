/** Texts as bytes. */
import {transcode} from 'node:buffer'

/** Below this it is all the same. */
const short = 1000
const beyondLatin = /[^\0-\xff]/

/**
 * One letter beyond Latin-1, and the engine keeps the whole text in two bytes a letter and writes it out letter by letter; turned over as
 * bytes it takes a fifth of the time.
 */
export function utf8(text: string): Buffer<ArrayBuffer> {
  return text.length > short && beyondLatin.test(text) ? (turned(text) ?? Buffer.from(text)) : Buffer.from(text)
}

/** Used again for each text: what lies outside of the heap makes the engine collect all of it, though hardly anything is garbage. */
const letters = Buffer.allocUnsafeSlow(512 * 1024)

/** Null where half of a pair stands alone, for which there are no bytes. */
function turned(text: string): Buffer<ArrayBuffer> | null {
  const fits = text.length * 2 <= letters.length
  const asLetters = fits ? letters.subarray(0, letters.write(text, 'utf16le')) : Buffer.from(text, 'utf16le')
  try {
    const {buffer, byteOffset, length} = transcode(asLetters, 'utf16le', 'utf8')
    return Buffer.from(buffer, byteOffset, length)
  } catch {
    return null
  }
}
