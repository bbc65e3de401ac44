/** `email`: an address that could receive mail. In small letters, so that one person has one address. */
import {defineType} from '../define-type.ts'
import type {Judged} from '../field-type.ts'
import {accepted, refused} from '../judged.ts'
import {cleanLine} from '../values/clean-text.ts'
import {word} from '../values/plain-word.ts'
import {textual} from '../values/textual.ts'

const most = 254

export const email = defineType({
  name: 'email',
  examples: ['email'],
  elsewhere: ['e-mail', 'mail', 'email address'],
  read: word('email'),
  use: () => ({
    ...textual({least: 0, most, clean: cleanLine, accept: judgeEmail}),
    written: 'email',
    names: true,
    control: {control: 'line', attributes: {type: 'email', autoComplete: 'email', maxLength: most}},
    extent: {set: 'email', within: ['line', 'lines'], least: 0, most},
    literal: written => (/^[^\s"@]+@[^\s"@]+$/.test(written) ? valueIn(judgeEmail(written)) : undefined),
  }),
})

/** Quoted local parts and addresses of machines in brackets exist on paper only. */
function judgeEmail(text: string): Judged {
  const address = text.toLowerCase()
  const at = address.lastIndexOf('@')
  const sound = isLocalPart(address.slice(0, at)) && isDomain(address.slice(at + 1))
  return at > 0 && sound ? accepted(address) : refused('NOT_AN_EMAIL')
}

function isLocalPart(text: string): boolean {
  return text.length <= 64 && /^[^\s@"(),:;<>[\]\\.]+(\.[^\s@"(),:;<>[\]\\.]+)*$/.test(text)
}

function isDomain(text: string): boolean {
  return /^([\p{L}\p{N}\p{M}]([\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?\.)+[\p{L}\p{M}][\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}]$/u.test(
    text,
  )
}

function valueIn(judged: Judged) {
  return judged.ok ? judged.value : undefined
}
