/** The data of the sent-mails page, which exists in demonstrations and while a document is being edited. */
export interface SentMailsData {
  readonly title: string
  readonly intro: string
  readonly none: string
  readonly mails: readonly SentMailRow[]
  readonly shown: ShownMail | null
}

export interface SentMailRow {
  readonly id: string
  readonly subject: string
  readonly to: string
  readonly when: string
  readonly at: string
  readonly href: string
  readonly current: boolean
}

export interface ShownMail {
  readonly subject: string
  /** "From", "To" and "Sent", with their values. */
  readonly lines: readonly {readonly label: string; readonly text: string}[]
  /** The address of its HTML, for a sandboxed frame. */
  readonly frame: string
  readonly textLabel: string
  readonly text: string
}
