/** The product's one accent: a hue. Lightness and strength are the design's own, so that contrast always suffices. */

export const accents: Readonly<Record<string, number>> = {
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

export function hueOf(accent: string): number | null {
  return accents[accent] ?? hueOfHex(accent)
}

/** The OKLCH hue of `#rrggbb` or `#rgb`. */
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
