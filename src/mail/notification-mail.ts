/** Notification mails, in the recipient's language, sent only while the recipient may read the record. */
import {findById, type Person} from '../accounts/people.ts'
import type {Engine} from '../engine/engine.ts'
import type {Courier, OutboxRow} from '../engine/jobs/outbox.ts'
import {wantsMail} from '../engine/notifications/notification-rows.ts'
import {type NotificationText, notificationTexts} from '../engine/notifications/notification-text.ts'
import {mailMessagesFor} from '../messages/mail.ts'
import type {Specification} from '../points/specification.ts'
import {byIn, optionalText, textAt} from './account-mail.ts'
import {inLine, type Mail, type Mailer} from './mailer.ts'

export interface NoticeWorld {
  readonly engine: () => Engine
  readonly mailer: Mailer
  readonly origin: () => string
}

export function notificationCourier({engine, mailer, origin}: NoticeWorld): Courier {
  return async row => {
    const found = await readableTo(engine(), row)
    if (!found) return 'moot'
    await mailer.send(notificationMail(engine().specification, {...found, origin: origin()}), row.id)
    return 'delivered'
  }
}

/** Decided now, not when it happened: roles, records and settings may have changed while it waited. */
async function readableTo(engine: Engine, row: OutboxRow): Promise<{person: Person; told: NotificationText} | null> {
  const person = await findById(engine, textAt(row.payload, 'person'))
  if (!person?.active) return null
  const {id, name, roles} = person
  return engine.read({kind: 'person', id, name, roles}, async reader => {
    if (!(await wantsMail(reader.db, id))) return null
    const [name, text, says] = (['name', 'text', 'says'] as const).map(each => optionalText(row, each))
    const [told] = await notificationTexts(reader, [
      {...row, by: byIn(row), name: name ?? null, text: text ?? null, says: says ?? null},
    ])
    return told ? {person, told} : null
  })
}

interface NotificationMail {
  readonly person: Pick<Person, 'name' | 'email'>
  readonly told: NotificationText
  readonly origin: string
}

export function notificationMail({purpose, limits}: Specification, {person, told, origin}: NotificationMail): Mail {
  const words = mailMessagesFor(limits.settings.LANGUAGE)
  const record = inLine(told.name, 120)
  const action = inLine(told.action)
  const changes = inLine(told.changes, 500)
  const sentence = told.sentence && inLine(told.sentence, 500)
  const happened = words.happened({action, by: told.by && inLine(told.by.name), plain: told.plain, changes, sentence})
  const parts = [
    words.notice.hello(inLine(person.name)),
    sentence ?? words.notice.about(record, happened),
    `${origin}${told.href ?? '/notifications'}`,
    words.notice.why(inLine(purpose.title)),
    `${origin}/account`,
  ]
  return {
    to: person.email,
    subject: sentence ? inLine(sentence.replace(/\.$/, ''), 150) : `${action}: ${record}`,
    text: `${parts.join('\n\n')}\n`,
  }
}
