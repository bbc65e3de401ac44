/**
 * The mails about the address of a person, and the links in them, written with the change that causes them: to the new
 * address a link that proves it, to the one that was proved what happens. Mails to addresses that are not proved contain no text that
 * a person has typed.
 */

import {waitText} from '../engine/display/dates.ts'
import {endLinksOf} from '../engine/transaction/access.ts'
import {rejected} from '../engine/transaction/change.ts'
import type {MailsAddresses} from '../engine/transaction/context.ts'
import {toMillis} from '../feel/calendar.ts'
import {type AccountMail, askedMail, movedMail, newAddressMail} from '../mail/account-mail.ts'
import {insertLink, provedAddress} from './account-rows.ts'
import {type Accounts, day, personById} from './accounts.ts'
import {countWithin, mailGuard} from './attempts.ts'
import {sendInvitation} from './invitations.ts'
import {newSecret, secretDigest} from './secret.ts'

export function addressMails({post, origin}: Pick<Accounts, 'post' | 'origin'>): MailsAddresses {
  return async (context, news) => {
    const {db, specification, moment, actor, journal} = context
    const now = toMillis(moment.now)
    const person = await personById(context, news.person)
    if (!person) return
    const {id, name} = person
    const send = (mail: Omit<AccountMail, 'person'>) => post(db, {...mail, person: id}, journal)
    if (news.kind === 'invited') {
      const by = actor.kind === 'person' ? actor.name : null
      await sendInvitation({now: () => now, origin, post}, context, {id, by})
      return
    }
    const {from, to} = news
    if (news.kind === 'moved') {
      await send({mail: movedMail(specification, {to: from, name, address: to}), about: 'moved', until: null})
      return
    }
    const wait = await countWithin(db, [mailGuard(`address mail ${to}`)], now)
    if (wait > 0) throw rejected([tooOften(wait, specification.limits.settings.LANGUAGE)])
    const [secret, until] = [newSecret(), now + journal.delay + day]
    // One at a time: what was asked for before has ended.
    await endLinksOf(context, id, 'address')
    const payload = JSON.stringify({email: to, asksPassword: news.asksPassword})
    await insertLink(db, {kind: 'address', person: id, until, secret, payload}, now)
    journal.add({kind: 'link', token: secretDigest(secret)})
    const mail = newAddressMail(specification, {to, link: `${origin()}/account/${secret}`})
    await send({mail, about: 'new address', until})
    // Who has no password has come in with this address.
    const proved = (await provedAddress(db, person)) ?? person.email
    if (from === to || !proved) return
    await send({mail: askedMail(specification, {to: proved, name, address: to}), about: 'asked', until})
  }
}

function tooOften(wait: number, language: string) {
  return {field: null, code: 'TOO_MANY_REQUESTS', values: {wait: waitText(wait, language)}}
}
