/** What a mail says, and the same as plain text. `html-mail.tsx` shows it as HTML. */

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
  readonly tone: 'primary' | 'plain' | 'danger'
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
