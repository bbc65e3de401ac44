/** The colours of mails, from the hue of the document. Mail programs support neither custom properties nor OKLCH. */
import {hexOf} from '../points/icons-and-colours.ts'
import type {MailDay} from './content.ts'

export interface MailColours {
  readonly canvas: string
  readonly surface: string
  readonly soft: string
  readonly line: string
  readonly strong: string
  readonly ink: string
  readonly ink2: string
  readonly dim: string
  readonly accent: string
  readonly accentInk: string
  readonly avatar: string
  readonly avatarInk: string
  readonly stop: string
  readonly warn: string
  readonly warnInk: string
  /** Colours of the strip. */
  readonly days: Readonly<Record<MailDay['fill'], string>>
}

export function coloursOf(hue: number): MailColours {
  return {
    canvas: hexOf(0.964, 0.005, hue),
    surface: '#ffffff',
    soft: hexOf(0.964, 0.005, hue),
    line: hexOf(0.914, 0.006, hue),
    strong: hexOf(0.84, 0.009, hue),
    ink: hexOf(0.23, 0.018, hue),
    ink2: hexOf(0.44, 0.016, hue),
    dim: hexOf(0.51, 0.014, hue),
    accent: hexOf(0.47, 0.092, hue),
    accentInk: '#ffffff',
    avatar: hexOf(0.92, 0.045, hue),
    avatarInk: hexOf(0.36, 0.08, hue),
    stop: hexOf(0.48, 0.17, 27),
    warn: hexOf(0.963, 0.04, 90),
    warnInk: hexOf(0.4, 0.08, 80),
    days: {
      none: hexOf(0.986, 0.002, hue),
      off: hexOf(0.954, 0.004, hue),
      own: hexOf(0.47, 0.092, hue),
      booked: hexOf(0.7, 0.08, hue),
      requested: hexOf(0.86, 0.05, hue),
    },
  }
}

function darkOf(hue: number): MailColours {
  return {
    canvas: hexOf(0.185, 0.008, hue),
    surface: hexOf(0.23, 0.009, hue),
    soft: hexOf(0.28, 0.01, hue),
    line: hexOf(0.31, 0.011, hue),
    strong: hexOf(0.42, 0.013, hue),
    ink: hexOf(0.945, 0.006, hue),
    ink2: hexOf(0.8, 0.012, hue),
    dim: hexOf(0.72, 0.012, hue),
    accent: hexOf(0.78, 0.105, hue),
    accentInk: hexOf(0.2, 0.03, hue),
    avatar: hexOf(0.36, 0.05, hue),
    avatarInk: hexOf(0.93, 0.04, hue),
    stop: hexOf(0.76, 0.12, 27),
    warn: hexOf(0.31, 0.04, 80),
    warnInk: hexOf(0.92, 0.06, 88),
    days: {
      none: hexOf(0.255, 0.009, hue),
      off: hexOf(0.295, 0.01, hue),
      own: hexOf(0.78, 0.105, hue),
      booked: hexOf(0.56, 0.08, hue),
      requested: hexOf(0.41, 0.05, hue),
    },
  }
}

/** For dark mode and narrow windows. A program that ignores them shows the light mail. */
export function rulesOf(hue: number): string {
  const colours = darkOf(hue)
  const {canvas, surface, soft, line, strong, ink, ink2, dim, accent, accentInk, avatar, avatarInk, stop} = colours
  const dark = [
    `.canvas{background:${canvas}!important}`,
    `.card{background:${surface}!important;border-color:${line}!important;color:${ink}!important}`,
    `.facts{border-color:${line}!important}`,
    `.ink{color:${ink}!important}.dim{color:${dim}!important}.muted{color:${ink2}!important}`,
    `.quote{background:${soft}!important;color:${ink2}!important}`,
    `.avatar{background:${avatar}!important;color:${avatarInk}!important}.mark{background:${accent}!important}`,
    `.covered{color:${accent}!important}.warning{background:${colours.warn}!important;color:${colours.warnInk}!important}`,
    ...Object.entries(colours.days).map(
      ([fill, colour]) =>
        `.day-${fill}{background:${colour}!important;color:${fill === 'own' ? accentInk : ink}!important}`,
    ),
    `.button{border-color:${strong}!important;color:${ink}!important}.button.danger{color:${stop}!important}`,
    `.button.primary{background:${accent}!important;border-color:${accent}!important;color:${accentInk}!important}`,
  ]
  const narrow =
    '.side{padding-left:20px!important;padding-right:20px!important}.edge{padding:12px 8px 20px!important}.fact{width:104px!important}.who{width:84px!important}'
  return `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${dark.join('')}}@media (max-width:520px){${narrow}}`
}
