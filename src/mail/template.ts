/**
 * The layout of all mails, as HTML and as plain text. Styles are inline, because mail programs drop most others; the
 * few rules in `<style>` are for dark mode and narrow windows, and a program that ignores them shows the light mail.
 * All data from records is escaped here.
 */
import {languageOf} from '../messages/languages.ts'
import {hexOf} from '../points/looks.ts'

/** The appearance of a product's mails. */
export interface MailLook {
  readonly product: string
  readonly language: string
  /** The hue of the document's accent colour. */
  readonly hue: number
  /** The company's logo: its public address, and its size in pixels. */
  readonly logo?: {readonly src: string; readonly width: number; readonly height: number} | null
}

export interface MailContent {
  /** The person who acted; their initials are shown next to the heading. */
  readonly by?: string | null
  readonly heading: string | null
  readonly paragraphs: readonly string[]
  readonly facts: readonly MailFact[]
  readonly strip?: MailStrip | null
  readonly buttons: readonly MailButton[]
  /** A link next to the buttons: to the record. */
  readonly link?: MailLink | null
  /** Explains the buttons. */
  readonly note?: string | null
  /** Why the person gets this mail, and how to unsubscribe. */
  readonly reason?: string | null
  readonly settings?: readonly MailLink[]
}

export interface MailFact {
  readonly label: string
  readonly text: string
  /** Long text, which is quoted instead of listed. */
  readonly quoted: boolean
  /** The hue of the value's colour in the document. */
  readonly hue?: number | null
}

/** Some weeks around the dates of a record, with a row for each person or resource with entries. */
export interface MailStrip {
  readonly title: string
  readonly days: readonly {
    readonly short: string
    readonly text: string
    readonly off: boolean
    /** Within the record's dates. */
    readonly covered: boolean
  }[]
  readonly rows: readonly MailStripRow[]
  readonly warning: {readonly lead: string; readonly text: string} | null
}

export interface MailStripRow {
  readonly name: string
  /** The state, if it is the same for the whole row. */
  readonly note: string
  /** The row of the record. */
  readonly own: boolean
  /** As text, for the plain-text mail and for screen readers. */
  readonly times: readonly string[]
  readonly days: readonly MailDay[]
}

export interface MailDay {
  /** `own`: the record of the mail. */
  readonly fill: 'none' | 'off' | 'own' | 'booked' | 'requested'
  readonly half: boolean
}

export interface MailLink {
  readonly label: string
  readonly href: string
}

export interface MailButton extends MailLink {
  readonly tone: 'lead' | 'plain' | 'stop'
}

// Plain text.

export function textOfMail({
  heading,
  paragraphs,
  facts,
  strip = null,
  buttons,
  link,
  note,
  reason,
  settings = [],
}: MailContent): string {
  const listed = facts.filter(({quoted}) => !quoted).map(({label, text}) => `${label}: ${text}`)
  const quotes = facts.filter(({quoted}) => quoted).map(({label, text}) => `${label}:\n${quotedLines(text)}`)
  const links = [...buttons, ...(link ? [link] : [])].map(({label, href}) => `${label}:\n${href}`)
  const end = [...(reason ? [reason] : []), ...settings.map(({label, href}) => `${label}: ${href}`)]
  const parts = [
    ...(heading === null ? [] : [heading]),
    ...paragraphs,
    ...(listed.length > 0 ? [listed.join('\n')] : []),
    ...quotes,
    ...(strip ? [textOfStrip(strip)] : []),
    ...links,
    ...(note ? [note] : []),
    ...(end.length > 0 ? [`-- \n${end.join('\n')}`] : []),
  ]
  return `${parts.join('\n\n')}\n`
}

function textOfStrip({title, rows, warning}: MailStrip): string {
  const busy = rows.filter(({times}) => times.length > 0)
  return [
    `${title}:`,
    ...busy.map(({name, times}) => `- ${name}: ${times.join('; ')}`),
    ...(warning ? [`${warning.lead} ${warning.text}`.trim()] : []),
  ].join('\n')
}

function quotedLines(text: string): string {
  return text
    .trim()
    .split(/\r?\n/)
    .map(line => `> ${line}`.trimEnd())
    .join('\n')
}

// HTML.

export function htmlOfMail(content: MailContent, look: MailLook): string {
  const colours = coloursOf(look.hue)
  const body = [
    headOf(content, look, colours),
    ...content.paragraphs.map(text => `<p style="margin:14px 0 0">${escaped(text)}</p>`),
    ...content.facts.filter(({quoted}) => quoted).map(fact => quoteOf(fact, colours)),
    factsOf(content, colours),
    content.strip ? stripOf(content.strip, colours) : '',
    buttonsOf(content, colours),
    content.note
      ? `<p class="dim" style="margin:14px 0 0;font-size:13px;color:${colours.dim}">${escaped(content.note)}</p>`
      : '',
  ]
  return `<!doctype html>
<html lang="${escaped(look.language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escaped(look.product)}</title>
<style>${rulesOf(look.hue)}</style></head>
<body class="canvas" style="margin:0;padding:0;background:${colours.canvas};font-family:${font};-webkit-text-size-adjust:100%">
<table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" style="background:${colours.canvas}"><tr><td align="center" class="edge" style="padding:24px 16px 28px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:640px;text-align:left">
<tr><td class="side" style="padding:0 36px 14px">${brandOf(look, colours)}</td></tr>
<tr><td class="card side" style="padding:28px 36px 30px;background:${colours.surface};border:1px solid ${colours.line};border-radius:14px;font-size:15px;line-height:1.5;color:${colours.ink}">
${body.filter(part => part !== '').join('\n')}
</td></tr>
${footOf(content, colours)}
</table>
</td></tr></table>
</body></html>
`
}

const font = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"

/** A program that loads no images shows the name alone. */
function brandOf({product, logo = null}: MailLook, {accent, dim}: Colours): string {
  const mark = logo
    ? `<img src="${escaped(logo.src)}" width="${logo.width}" height="${logo.height}" alt="" style="display:inline-block;vertical-align:middle;border:0;margin-right:8px">`
    : `<span class="mark" style="display:inline-block;width:12px;height:12px;border-radius:4px;background:${accent};margin-right:8px">&nbsp;</span>`
  return `<div class="dim" style="font-size:13px;line-height:1.4;font-weight:600;color:${dim}">${mark}${escaped(product)}</div>`
}

function headOf({by, heading}: MailContent, {language}: MailLook, {avatar, avatarInk}: Colours): string {
  if (heading === null) return ''
  const title = `<h1 style="margin:0;font-size:19px;line-height:1.35;font-weight:650;letter-spacing:-.012em">${escaped(languageOf(language).grammar.titled(heading))}</h1>`
  if (!by) return title
  const face = `<div class="face" style="width:40px;height:40px;border-radius:20px;background:${avatar};color:${avatarInk};font-weight:650;font-size:14px;line-height:40px;text-align:center" aria-hidden="true">${escaped(initialsOf(by))}</div>`
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td style="width:52px;vertical-align:top">${face}</td><td style="vertical-align:middle">${title}</td></tr></table>`
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words
  return picked
    .map(word => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}

function quoteOf({label, text}: MailFact, {soft, dim, ink2}: Colours): string {
  return `<div class="quote" style="margin:18px 0 6px;padding:11px 14px;background:${soft};border-radius:10px;color:${ink2};font-size:14px"><span class="dim" style="display:block;color:${dim};font-size:12px">${escaped(label)}</span>${escaped(text.trim())}</div>`
}

function factsOf({facts}: MailContent, {line, dim, ink}: Colours): string {
  const rows = facts
    .filter(({quoted}) => !quoted)
    .map(
      ({label, text, hue = null}) =>
        `<tr><td class="dim fact" style="padding:7px 12px 7px 0;color:${dim};width:132px;vertical-align:top">${escaped(label)}</td><td class="ink" style="padding:7px 0;color:${ink};font-weight:500;vertical-align:top;overflow-wrap:anywhere">${dotOf(hue)}${escaped(text)}</td></tr>`,
    )
  if (rows.length === 0) return ''
  return `<table class="facts" cellpadding="0" cellspacing="0" width="100%" style="margin-top:14px;font-size:14px;border-bottom:1px solid ${line};padding-bottom:8px">${rows.join('')}</table>`
}

/** The same colour in light and dark mode. */
function dotOf(hue: number | null): string {
  if (hue === null) return ''
  return `<span style="display:inline-block;width:9px;height:9px;border-radius:3px;background:${hexOf(0.62, 0.12, hue)};margin-right:7px" aria-hidden="true"></span>`
}

/** With more days than this, only the first of each week is numbered, to avoid overlaps. */
const mostNumbered = 14
const week = 7

function stripOf({title, days, rows, warning}: MailStrip, colours: Colours): string {
  const {ink, ink2, dim, accent} = colours
  const numbered = (index: number) => days.length <= mostNumbered || index % week === 0
  const heads = days.map(({short, text, covered}, index) => {
    const own = covered ? `color:${accent};font-weight:650` : `color:${dim};font-weight:400`
    const shown = numbered(index) ? `${escaped(short)}<br>${escaped(text)}` : '&nbsp;'
    return `<td class="${covered ? 'covered' : 'dim'}" align="center" style="${own};font-size:11px;line-height:1.35;padding-bottom:3px">${shown}</td>`
  })
  const lines = rows.map(({name, note, own, days: filled}) => {
    const who = `<span class="${own ? 'ink' : 'quiet'}" style="color:${own ? ink : ink2};font-weight:${own ? 650 : 450}">${escaped(name)}</span>`
    const said = note === '' ? '' : ` <span class="dim" style="color:${dim};font-size:12px">${escaped(note)}</span>`
    return `<tr><td class="who" style="font-size:13px;line-height:1.3;padding:2px 6px 2px 0;overflow-wrap:anywhere">${who}${said}</td>${filled.map(day => dayOf(day, colours)).join('')}</tr>`
  })
  const told = [title, ...rows.map(({name, times}) => `${name}: ${times.join('; ')}`)].join('. ')
  const table = `<table class="strip" role="img" aria-label="${escaped(told)}" cellpadding="0" cellspacing="2" width="100%" style="margin-top:6px;table-layout:fixed"><tr><td class="who" style="width:118px">&nbsp;</td>${heads.join('')}</tr>${lines.join('')}</table>`
  const warned = warning
    ? `<div class="warning" style="margin-top:14px;padding:10px 14px;background:${colours.warn};border-radius:10px;color:${colours.warnInk};font-size:14px;line-height:1.45"><b style="font-weight:650">${escaped(warning.lead)}</b> ${escaped(warning.text)}</div>`
    : ''
  return `<p style="margin:16px 0 0;font-size:14px;font-weight:600">${escaped(title)}</p>${table}${warned}`
}

function dayOf({fill, half}: MailDay, colours: Colours): string {
  const colour = colours.days[fill]
  return `<td class="day-${fill}" align="center" bgcolor="${colour}" style="background:${colour};border-radius:4px;height:24px;font-size:11px;line-height:24px;color:${fill === 'own' ? colours.accentInk : colours.ink}">${half ? '½' : '&nbsp;'}</td>`
}

function buttonsOf({buttons, link}: MailContent, colours: Colours): string {
  const hasLead = buttons.some(({tone}) => tone === 'lead')
  // Without a main button, the link to the record is the main one, and actions are links beside it.
  const made = buttons.map(button => (hasLead ? buttonOf(button, colours) : linkOf(button, colours)))
  const opening = link ? [hasLead ? linkOf(link, colours) : buttonOf({...link, tone: 'lead'}, colours)] : []
  const all = hasLead ? [...made, ...opening] : [...opening, ...made]
  return all.length === 0 ? '' : `<div style="margin-top:12px">${all.join('')}</div>`
}

function linkOf({label, href}: Pick<MailButton, 'label' | 'href'>, {ink2}: Colours): string {
  return `<a class="quiet" href="${escaped(href)}" target="_blank" style="display:inline-block;margin:10px 0 0 8px;color:${ink2};font-size:14px;line-height:42px">${escaped(label)}</a>`
}

function buttonOf({label, href, tone}: MailButton, {accent, accentInk, strong, ink, stop}: Colours): string {
  const own =
    tone === 'lead'
      ? `background:${accent};border:1px solid ${accent};color:${accentInk}`
      : `border:1px solid ${strong};color:${tone === 'stop' ? stop : ink}`
  return `<a class="button ${tone}" href="${escaped(href)}" target="_blank" style="display:inline-block;margin:10px 10px 0 0;padding:10px 22px;border-radius:8px;${own};text-decoration:none;font-weight:600;font-size:15px;line-height:1.45">${escaped(label)}</a>`
}

function footOf({reason, settings = []}: MailContent, {dim, ink2}: Colours): string {
  if (!reason && settings.length === 0) return ''
  const links = settings.map(
    ({label, href}) =>
      `<a class="quiet" href="${escaped(href)}" target="_blank" style="color:${ink2}">${escaped(label)}</a>`,
  )
  const said = [escaped(reason ?? ''), links.join(' · ')].filter(part => part !== '')
  return `<tr><td class="dim side" style="padding:18px 36px 0;font-size:12.5px;line-height:1.6;color:${dim}">${said.join(' ')}</td></tr>`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll(/\r?\n/g, '<br>')
}

// Colours, from the hue of the document. Mail programs support neither custom properties nor OKLCH.

interface Colours {
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

function coloursOf(hue: number): Colours {
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

function darkOf(hue: number): Colours {
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

function rulesOf(hue: number): string {
  const colours = darkOf(hue)
  const {canvas, surface, soft, line, strong, ink, ink2, dim, accent, accentInk, avatar, avatarInk, stop} = colours
  const dark = [
    `.canvas{background:${canvas}!important}`,
    `.card{background:${surface}!important;border-color:${line}!important;color:${ink}!important}`,
    `.facts{border-color:${line}!important}`,
    `.ink{color:${ink}!important}.dim{color:${dim}!important}.quiet{color:${ink2}!important}`,
    `.quote{background:${soft}!important;color:${ink2}!important}`,
    `.face{background:${avatar}!important;color:${avatarInk}!important}.mark{background:${accent}!important}`,
    `.covered{color:${accent}!important}.warning{background:${colours.warn}!important;color:${colours.warnInk}!important}`,
    ...Object.entries(colours.days).map(
      ([fill, colour]) =>
        `.day-${fill}{background:${colour}!important;color:${fill === 'own' ? accentInk : ink}!important}`,
    ),
    `.button{border-color:${strong}!important;color:${ink}!important}.button.stop{color:${stop}!important}`,
    `.button.lead{background:${accent}!important;border-color:${accent}!important;color:${accentInk}!important}`,
  ]
  const narrow =
    '.side{padding-left:20px!important;padding-right:20px!important}.edge{padding:12px 8px 20px!important}.fact{width:104px!important}.who{width:84px!important}'
  return `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${dark.join('')}}@media (max-width:520px){${narrow}}`
}
