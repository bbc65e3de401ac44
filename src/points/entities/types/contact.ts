/**
 * Ways to reach people: `email`, `phone` and `url`. An email is stored in lower case, so that one person has one
 * address.
 */

import {domainToASCII, domainToUnicode} from 'node:url'
import {defineType, word} from '../define-type.ts'
import {accepted, invalid, type ValidationResult} from '../field-type.ts'
import {cleanLine, textBehaviour} from '../values/textual.ts'

const longestEmail = 254

export const email = defineType({
  name: 'email',
  examples: ['email'],
  synonyms: ['e-mail', 'mail', 'email address'],
  read: word('email'),
  use: () => ({
    ...textBehaviour({least: 0, most: longestEmail, clean: cleanLine, accept: validateEmail}),
    written: 'email',
    names: true,
    // Encoded: a question mark in an address would begin the fields of a mail.
    toHref: address => `mailto:${encodeURIComponent(address).replace('%40', '@')}`,
    control: {control: 'line', attributes: {type: 'email', autoComplete: 'email', maxLength: longestEmail}},
    valueSet: {set: 'email', within: ['line', 'lines'], least: 0, most: longestEmail},
    literal: written => (/^[^\s"@]+@[^\s"@]+$/.test(written) ? contactValue(validateEmail(written)) : undefined),
  }),
})

/** Quoted local parts and bracketed IP addresses are not accepted. */
function validateEmail(text: string): ValidationResult {
  const written = text.toLowerCase()
  const at = written.lastIndexOf('@')
  const [local, domain] = [written.slice(0, at), written.slice(at + 1)]
  const sound = isLocalPart(local) && isDomain(domain) && isDomain(asDelivered(domain))
  return at > 0 && sound ? accepted(`${local}@${asDelivered(domain)}`) : invalid('NOT_AN_EMAIL')
}

/** Mail to `ｅxample.com` goes to `example.com`, so that they are one address. */
function asDelivered(domain: string): string {
  return /[^\p{ASCII}]/u.test(domain) ? domainToUnicode(domainToASCII(domain)) : domain
}

function isLocalPart(text: string): boolean {
  return text.length <= 64 && /^[^\s@"(),:;<>[\]\\.]+(\.[^\s@"(),:;<>[\]\\.]+)*$/.test(text)
}

function isDomain(text: string): boolean {
  return /^([\p{L}\p{N}\p{M}]([\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?\.)+[\p{L}\p{M}][\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}]$/u.test(
    text,
  )
}

function contactValue(result: ValidationResult) {
  return result.ok ? result.value : undefined
}

// `phone`: a telephone number as written, with or without the country code.

const longestPhone = 40

export const phone = defineType({
  name: 'phone',
  examples: ['phone'],
  synonyms: ['telefon', 'telephone', 'tel', 'phone number', 'mobile'],
  read: word('phone'),
  use: () => ({
    ...textBehaviour({least: 0, most: longestPhone, clean: cleanLine, accept: validatePhone}),
    written: 'phone',
    toHref: dialled,
    control: {control: 'line', attributes: {type: 'tel', autoComplete: 'tel', maxLength: longestPhone}},
    valueSet: {set: 'phone', within: ['line', 'lines'], least: 0, most: longestPhone},
  }),
})

/** 3 to 20 digits with an extension; short numbers are internal extensions. */
function validatePhone(text: string): ValidationResult {
  const number = text.replace(/\s+/g, ' ')
  const digits = number.replace(/\D/g, '').length
  const sound = /^(?:\+ ?)?[(\d][\d ()./\u2010-\u2013-]*(?: ?(?:ext\.?|x|#) ?\d{1,6})?$/i.test(number)
  return sound && digits >= 3 && digits <= 20 ? accepted(number) : invalid('NOT_A_PHONE')
}

/** Without the country code's (0) and what only separates digits; an extension is dialled after the number. */
function dialled(number: string): string {
  const [line = '', extension] = number.replace(/\(0\)/, '').split(/ext\.?|x|#/i)
  const digits = line.replace(/[^\d+]/g, '')
  return extension === undefined ? `tel:${digits}` : `tel:${digits};ext=${extension.trim()}`
}

// `url`: a web address. Only http and https, so that a link can never run code.

const longestUrl = 2000

export const url = defineType({
  name: 'url',
  examples: ['url'],
  synonyms: ['link', 'uri', 'website', 'web address', 'href'],
  read: word('url'),
  use: () => ({
    ...textBehaviour({least: 0, most: longestUrl, clean: cleanLine, accept: validateUrl}),
    written: 'url',
    toHref: address => address,
    may: {unique: false},
    control: {control: 'line', attributes: {type: 'url', maxLength: longestUrl}},
    valueSet: {set: 'url', within: ['line', 'lines'], least: 0, most: longestUrl},
    literal: written => (/^https?:\/\/[^\s"]+$/.test(written) ? written : undefined),
  }),
})

/** Stored as typed: the parser would turn international names into xn--…. */
function validateUrl(text: string): ValidationResult {
  const written = /^https?:\/\/[^\s\\]+$/i.test(text) && URL.canParse(text)
  return written && isPublic(new URL(text)) ? accepted(text) : invalid('NOT_A_URL')
}

/** User names and passwords before the host are used to disguise a site. */
function isPublic({username, password, hostname}: URL): boolean {
  return username === '' && password === '' && hostname !== ''
}
