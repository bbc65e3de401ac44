/** The mails that were sent since the start, for the page that shows them. Only in demonstrations and while a document is being written. */
import {newId} from '../store/id.ts'
import type {Mail, Mailer} from './mailer.ts'
import {htmlOf} from './smtp.ts'
import type {MailLook} from './template.ts'

export interface SentMail {
  readonly id: string
  /** Milliseconds. */
  readonly at: number
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

const mostKept = 200

export class SentMails {
  readonly #look: () => MailLook
  readonly #now: () => number
  /** The newest first. */
  #mails: readonly SentMail[] = []

  constructor(look: () => MailLook, now: () => number) {
    this.#look = look
    this.#now = now
  }

  list(): readonly SentMail[] {
    return this.#mails
  }

  find(id: string): SentMail | null {
    return this.#mails.find(mail => mail.id === id) ?? null
  }

  /** Keeps what is sent; `next` sends it, where there is a way. */
  mailer(next: Mailer | null): Mailer {
    return {
      send: async (mail, key) => {
        await next?.send(mail, key)
        this.#keep(mail)
      },
    }
  }

  #keep(mail: Mail): void {
    const look = this.#look()
    const {to, subject, text} = mail
    const from = mail.sender ?? look.product
    const kept = {id: newId(), at: this.#now(), from, to, subject, text, html: mail.html ?? htmlOf(mail, look)}
    this.#mails = [kept, ...this.#mails].slice(0, mostKept)
  }
}
