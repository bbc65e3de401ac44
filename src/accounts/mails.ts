/** The mails about people's accounts, in the language of the document. */
import {inLine, type Mail} from '../mail/mailer.ts'
import {mailMessagesFor} from '../messages/mail.ts'
import type {Specification} from '../points/specification.ts'

interface AccountMailFacts {
  readonly to: string
  readonly name: string
}

export function resetMail(
  specification: Specification,
  {to, name, link}: AccountMailFacts & {readonly link: string},
): Mail {
  return {to, ...wordsOf(specification).reset({name: inLine(name), product: productOf(specification), link})}
}

export function invitationMail(
  specification: Specification,
  {to, name, link, by}: AccountMailFacts & {readonly link: string; readonly by: string | null},
): Mail {
  const facts = {name: inLine(name), product: productOf(specification), link, by: by === null ? null : inLine(by)}
  return {to, ...wordsOf(specification).invitation(facts)}
}

export function signUpMail(specification: Specification, facts: AccountMailFacts & {readonly link: string}): Mail {
  return linkMail(specification, 'signUp', facts)
}

export function knownMail(specification: Specification, facts: AccountMailFacts & {readonly link: string}): Mail {
  return linkMail(specification, 'known', facts)
}

export function newAddressMail(specification: Specification, facts: AccountMailFacts & {readonly link: string}): Mail {
  return linkMail(specification, 'newAddress', facts)
}

function linkMail(
  specification: Specification,
  kind: 'signUp' | 'known' | 'newAddress',
  {to, name, link}: AccountMailFacts & {readonly link: string},
): Mail {
  return {to, ...wordsOf(specification)[kind]({name: inLine(name), product: productOf(specification), link})}
}

/** `address`: the new one. */
export function movedMail(
  specification: Specification,
  {to, name, address}: AccountMailFacts & {readonly address: string},
): Mail {
  return {to, ...wordsOf(specification).moved({name: inLine(name), product: productOf(specification), address})}
}

function wordsOf({limits}: Specification) {
  return mailMessagesFor(limits.settings.LANGUAGE)
}

function productOf({purpose}: Specification): string {
  return inLine(purpose.title)
}
