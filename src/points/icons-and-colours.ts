/**
 * The options for the appearance of records, values and screens: colours by name, and icons of the Lucide set (ISC
 * licence).
 */

import nodes from 'lucide-static/icon-nodes.json' with {type: 'json'}
import {type Finding, finding} from '../document/finding.ts'
import type {Text} from '../document/raw.ts'
import {suggestFor} from '../document/spelling.ts'

// Colours: only a hue is chosen. Lightness and chroma belong to the design, so that contrast is always sufficient.

const hueAngles: Readonly<Record<string, number>> = {
  teal: 172,
  green: 150,
  olive: 115,
  amber: 75,
  orange: 50,
  red: 25,
  pink: 355,
  purple: 310,
  violet: 290,
  blue: 255,
  sky: 235,
  cyan: 205,
}

export const hues: readonly string[] = Object.keys(hueAngles)

/** The OKLCH hue of a colour by name, of `#rrggbb` or of `#rgb`. */
export function hueOf(colour: string): number | null {
  return hueAngles[colour] ?? hueOfHex(colour)
}

function hueOfHex(hex: string): number | null {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(hex)
  const digits = short
    ? short.slice(1).map(digit => digit + digit)
    : /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex)?.slice(1)
  if (!digits) return null
  const [red = 0, green = 0, blue = 0] = digits.map(pair => linear(Number.parseInt(pair, 16) / 255))
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return Math.round(((Math.atan2(b, a) * 180) / Math.PI + 360) % 360)
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}

/** OKLCH as `#rrggbb`, lightness from 0 to 1; colours outside the gamut are clipped. */
export function hexOf(lightness: number, chroma: number, hue: number): string {
  return `#${srgb(lightness, chroma, hue)
    .map(channel => channel.toString(16).padStart(2, '0'))
    .join('')}`
}

/** OKLCH to red, green and blue, each from 0 to 255. */
export function srgb(lightness: number, chroma: number, hue: number): readonly [number, number, number] {
  const angle = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    step256(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    step256(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    step256(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

function step256(light: number): number {
  const value = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055
  return Math.round(255 * Math.min(1, Math.max(0, value)))
}

// The logo of the company: an uploaded image, named by its content, its size and its type.

interface Logo {
  /** The SHA-256 of its bytes, in hexadecimal digits. */
  readonly content: string
  /** In pixels. */
  readonly width: number
  readonly height: number
  readonly mediaType: string
}

/** No SVG: it can contain scripts. */
const logoEndings: Readonly<Record<string, string>> = {'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp'}

export const logoTypes: readonly string[] = Object.keys(logoEndings)

export function logoName({content, width, height, mediaType}: Logo): string {
  return `${content}-${width}x${height}.${logoEndings[mediaType]}`
}

/** Null if it is not the name of a logo. */
export function logoOf(name: string): Logo | null {
  const [, content, width, height, ending] = /^([0-9a-f]{64})-([1-9]\d{0,3})x([1-9]\d{0,3})\.(\w+)$/.exec(name) ?? []
  const mediaType = logoTypes.find(type => logoEndings[type] === ending)
  return content && mediaType ? {content, width: Number(width), height: Number(height), mediaType} : null
}

// Icons: one path each, which is sent with the page that shows it.

const icons: ReadonlyMap<string, Shapes> = new Map(Object.entries(nodes))

export const isIcon = (name: string): boolean => icons.has(name)

/** For a screen, or a value of point 3. */
export function unknownIcon(at: Text): Finding {
  const message = `Unknown icon \`${at.text}\`.`
  const hint = 'Use a name of https://lucide.dev/icons, such as `plane` or `calendar-days`.'
  return finding('N329', at, {message, ...suggestFor(at, [...icons.keys()], hint)})
}

/** The icon as SVG path data; null if there is no such icon. */
export function iconPath(name: string): string | null {
  const shapes = icons.get(name)
  return shapes === undefined ? null : shapes.map(([kind, attributes]) => pathOf(kind, attributes)).join(' ')
}

function pathOf(kind: string, attributes: Readonly<Record<string, string>>): string {
  const number = (key: string) => Number(attributes[key] ?? 0)
  switch (kind) {
    case 'circle':
      return ellipse(number('cx'), number('cy'), {rx: number('r'), ry: number('r')})
    case 'ellipse':
      return ellipse(number('cx'), number('cy'), {rx: number('rx'), ry: number('ry')})
    case 'line':
      return `M${number('x1')} ${number('y1')}L${number('x2')} ${number('y2')}`
    case 'polyline':
      return `M${attributes['points']}`
    case 'polygon':
      return `M${attributes['points']}z`
    case 'rect':
      return rectangle(number('x'), number('y'), {
        width: number('width'),
        height: number('height'),
        r: Number(attributes['rx'] ?? attributes['ry'] ?? 0),
      })
    default:
      return absoluteStart(attributes['d'] ?? '')
  }
}

/**
 * After other shapes, a path that starts with `m` would start at their end; the points after its first stay relative.
 */
function absoluteStart(path: string): string {
  const [begin, x, y] = /^m\s*(-?(?:\d*\.\d+|\d+))[\s,]*(-?(?:\d*\.\d+|\d+))/.exec(path) ?? []
  if (begin === undefined) return path
  const rest = path.slice(begin.length).trimStart()
  return `M${x} ${y}${/^[\d.-]/.test(rest) ? `l${rest}` : rest}`
}

function ellipse(x: number, y: number, {rx, ry}: {rx: number; ry: number}): string {
  return `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0`
}

function rectangle(x: number, y: number, {width, height, r}: {width: number; height: number; r: number}): string {
  if (r === 0) return `M${x} ${y}h${width}v${height}h${-width}z`
  const [across, down] = [width - 2 * r, height - 2 * r]
  const turn = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`
  return `M${x + r} ${y}h${across}${turn(r, r)}v${down}${turn(-r, r)}h${-across}${turn(-r, -r)}v${-down}${turn(r, -r)}z`
}

/** Shapes as Lucide lists them: the name of an SVG element and its attributes. */
type Shapes = readonly (readonly [string, Readonly<Record<string, string>>])[]
