/** What an installed application needs: its manifest and its icon as PNG images, derived from the document's name and colour. */
import {crc32, deflateSync} from 'node:zlib'
import {hexOf, srgb} from '../points/icons-and-colours.ts'

export interface AppLook {
  readonly product: string
  readonly description: string
  readonly language: string
  readonly hue: number
  readonly points: readonly boolean[]
}

export interface AppPicture {
  readonly src: string
  readonly size: number
  /** Filled to the edges, so that a system can crop it to its own shape. */
  readonly maskable: boolean
}

/** The page's background colours, for what the system draws around it. */
export function paperColours(hue: number): {readonly light: string; readonly dark: string} {
  return {light: hexOf(0.986, 0.003, hue), dark: hexOf(0.185, 0.008, hue)}
}

export function appManifest({product, description, language, hue}: AppLook, pictures: readonly AppPicture[]): string {
  const {light} = paperColours(hue)
  return JSON.stringify({
    id: '/',
    name: product,
    short_name: product,
    ...(description === '' ? {} : {description}),
    lang: language,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: light,
    theme_color: light,
    icons: pictures.map(({src, size, maskable}) => ({
      src,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: maskable ? 'maskable' : 'any',
    })),
  })
}

/** The icon in white on the accent colour; an open point is a ring. */
export function appPicture({hue, points}: Pick<AppLook, 'hue' | 'points'>, {size, maskable}: Omit<AppPicture, 'src'>) {
  const ground = srgb(0.47, 0.092, hue)
  // Systems crop the outer fifth of a maskable icon.
  const step = size * (maskable ? 0.16 : 0.2)
  const radius = step * 0.37
  const pixels = Buffer.alloc(size * (size * 4 + 1))
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const dot = covered(dotAt({x: x + 0.5 - size / 2, y: y + 0.5 - size / 2}, {step, radius, points}))
      const shape = maskable ? 1 : covered(cornerDistance({x: x + 0.5, y: y + 0.5}, size))
      const at = y * (size * 4 + 1) + 1 + x * 4
      for (const [channel, value] of ground.entries()) pixels[at + channel] = Math.round(value + (255 - value) * dot)
      pixels[at + 3] = Math.round(255 * shape)
    }
  return png(size, pixels)
}

interface Point {
  readonly x: number
  readonly y: number
}

/** A pixel on the edge is partly covered. */
const covered = (distance: number): number => Math.min(1, Math.max(0, 0.5 - distance))

/** Distance to the nearest dot, negative inside it. */
function dotAt(
  {x, y}: Point,
  {step, radius, points}: {step: number; radius: number; points: readonly boolean[]},
): number {
  const [column, row] = [x, y].map(place => Math.min(1, Math.max(-1, Math.round(place / step))))
  const distance = Math.hypot(x - (column ?? 0) * step, y - (row ?? 0) * step)
  const filled = points[((row ?? 0) + 1) * 3 + (column ?? 0) + 1] ?? true
  return filled ? distance - radius : Math.abs(distance - radius * 0.81) - radius * 0.19
}

/** Distance to a square with rounded corners. */
function cornerDistance({x, y}: Point, size: number): number {
  const radius = size * 0.22
  const [across, down] = [x, y].map(place => Math.max(0, Math.abs(place - size / 2) - (size / 2 - radius)))
  return Math.hypot(across ?? 0, down ?? 0) - radius
}

/** Rows of RGBA, each preceded by a filter byte of zero. */
function png(size: number, rows: Buffer): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return new Uint8Array(
    Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]),
  )
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}
