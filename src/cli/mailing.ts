/** The outbox of a running application: who carries what, and how often it is looked at. */
import type {Engine} from '../engine/engine.ts'
import {type Delivery, deliverDue} from '../engine/outbox/deliver.ts'
import {type Repeating, repeat} from '../engine/repeating.ts'
import {type Mailer, terminalMailer} from '../mail/mailer.ts'
import {noticeCourier} from '../mail/notice.ts'
import {mailCourier} from '../mail/post.ts'
import {smtpMailer} from '../mail/smtp.ts'
import type {Log} from '../server/log.ts'
import type {Io} from './command.ts'
import type {MailOptions} from './mail-options.ts'

/** Milliseconds between two looks. */
const lookEvery = 2000

export interface Mailing {
  readonly engine: () => Engine
  readonly mail: MailOptions | null
  readonly origin: () => string
  readonly io: Io
  readonly log: Log
}

export function startMailing(mailing: Mailing, after: number): Repeating {
  const {engine, log} = mailing
  const couriers = couriersOf(mailing)
  return repeat({
    every: lookEvery,
    after,
    work: async () => (await deliverDue(deliveryOf(engine(), couriers, log))) > 0,
    failed: cause => log.failure('outbox', cause),
  })
}

function couriersOf({engine, mail, origin, io}: Mailing): Delivery['couriers'] {
  const mailer = mailerOf(mail, engine, io)
  return {
    mail: mailCourier(mailer, Date.now),
    // Without a server there are no such rows but those of an earlier run, which wait until there is one again.
    ...(mail ? {notice: noticeCourier({engine, mailer, origin})} : {}),
  }
}

function mailerOf(mail: MailOptions | null, engine: () => Engine, io: Io): Mailer {
  if (!mail) return terminalMailer(io.err)
  return smtpMailer(mail.server, () => {
    const {purpose, limits} = engine().specification
    return {name: purpose.title, address: mail.from, language: limits.settings.LANGUAGE}
  })
}

function deliveryOf({store}: Engine, couriers: Delivery['couriers'], log: Log): Delivery {
  return {
    store,
    couriers,
    now: Date.now,
    random: Math.random,
    failed: ({row, cause, dead}) => log.failure(`outbox ${row.id}${dead ? ', given up' : ''}`, cause),
  }
}
