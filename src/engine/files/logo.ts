/** The company's logo: an uploaded image that is checked, stored like other files, and named by a setting. */

import {logoName, logoOf, logoTypes} from '../../points/icons-and-colours.ts'
import {type Db, queryRows} from '../../store/sql.ts'
import type {Shell} from '../page/frame.ts'
import type {SentFile} from './file-store.ts'

/** Public, because the sign-in page shows it. */
const logoPath = '/_nonet/logo/'

export function logoHref(name: string): string {
  return `${logoPath}${name}`
}

const mostHeight = 28
/** Before the name, and instead of it. */
const mostWidth = {before: 84, instead: 168}

/**
 * In the size that it is shown in, so that a page has room for it before it is loaded; null without a logo. Before the name; one that is more
 * than three times as wide as high is lettering itself, and shown instead of it.
 */
export function shownLogo(name: string): Shell['logo'] | null {
  const logo = logoOf(name)
  if (!logo) return null
  const isName = logo.width > 3 * logo.height
  const scale = Math.min((isName ? mostWidth.instead : mostWidth.before) / logo.width, mostHeight / logo.height)
  const [width = 1, height = 1] = [logo.width, logo.height].map(length => Math.max(1, Math.round(length * scale)))
  return {src: logoHref(name), width, height, ...(isName ? {isName} : {})}
}

const mostBytes = 200 * 1024
const mostPixels = 4096

/** The name of an uploaded image; null if it cannot be a logo. */
export async function nameOfLogo(file: SentFile, bytes: AsyncIterable<Uint8Array>): Promise<string | null> {
  const {content, mediaType, size} = file
  if (!logoTypes.includes(mediaType) || size > mostBytes) return null
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  const [width = 0, height = 0] = sizeOfImage(Buffer.concat(chunks), mediaType)
  const fits = [width, height].every(length => length > 0 && length <= mostPixels)
  return fits ? logoName({content, mediaType, width, height}) : null
}

/** The content of the current logo, which must not be removed with unused files. */
export async function contentOfLogo(db: Db): Promise<string | null> {
  const [row] = await queryRows(db)`select value from nonet_setting where name = 'LOGO'`
  return logoOf(String(row?.[0] ?? '').replaceAll('"', ''))?.content ?? null
}

/** Width and height in pixels, as the image itself says; empty if it does not. */
function sizeOfImage(bytes: Buffer, mediaType: string): readonly number[] {
  try {
    if (mediaType === 'image/png') return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
    return mediaType === 'image/jpeg' ? sizeOfJpeg(bytes) : sizeOfWebp(bytes)
  } catch (error) {
    // It ends too early.
    if (error instanceof RangeError) return []
    throw error
  }
}

/** In the first frame header; other segments are skipped. */
function sizeOfJpeg(bytes: Buffer): readonly number[] {
  let at = 2
  for (;;) {
    const marker = bytes.readUInt16BE(at)
    if (marker < 0xffc0) return []
    const isFrame = marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
    if (isFrame) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)]
    at += 2 + bytes.readUInt16BE(at + 2)
  }
}

/** Lossy, lossless or extended. */
function sizeOfWebp(bytes: Buffer): readonly number[] {
  const kind = bytes.toString('latin1', 12, 16)
  if (kind === 'VP8 ') return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff]
  if (kind === 'VP8X') return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1]
  if (kind !== 'VP8L') return []
  const bits = bytes.readUInt32LE(21)
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]
}
