/**
 * The settings that a document can change (one entry each, with its default), the fixed limits, and the list of both
 * for `nonet check --defaults`.
 */

import type {Place} from '../../document/finding.ts'
import {mostLists, mostQuotations} from '../../document/markdown.ts'
import {maxDocumentBytes} from '../../document/source.ts'
import {nearest} from '../../document/spelling.ts'
import {MOST_CHARACTERS} from '../../feel/syntax/parse.ts'
import {MOST_DEPTH} from '../../feel/syntax/reader.ts'
import {plainLanguage} from '../../messages/language.ts'
import {hueOf, hues, logoOf} from '../icons-and-colours.ts'
import type {ConstantValue, Limits, Settings} from './model.ts'
import {weekdays} from './value.ts'

interface Setting<Value> {
  readonly byDefault: Value
  /** The unit of the value; empty for words. */
  readonly unit: string
  readonly does: string
  /** The value for the engine, or a message about what is expected. */
  readonly accept: (value: ConstantValue) => AcceptedSetting<Value>
}

type AcceptedSetting<Value> =
  | {readonly ok: true; readonly value: Value}
  /** `near`: the text that the author probably meant. `range`: of a number. */
  | {readonly ok: false; readonly must: string; readonly near?: string | null; readonly range?: SettingRange}

interface SettingRange {
  readonly least: number
  readonly most: number
}

export const settings: {readonly [Name in keyof Settings]: Setting<Settings[Name]>} = {
  PAGE_SIZE: {byDefault: 25, unit: 'records', does: 'on one page of a list', accept: whole(1, 200)},
  MAX_UPLOAD: {byDefault: 10 * 1024 ** 2, unit: 'bytes', does: 'of one file', accept: size(10)},
  UPLOADS_PER_PERSON: {
    byDefault: 1024 ** 3,
    unit: 'bytes',
    does: 'of all files that one person has attached',
    accept: size(10_000),
  },
  UPLOADS_IN_ALL: {
    byDefault: 20 * 1024 ** 3,
    unit: 'bytes',
    does: 'of all files that people have attached',
    accept: size(10_000),
  },
  SESSION_LENGTH: {
    byDefault: 14 * 86_400,
    unit: 'seconds',
    does: 'until an inactive person is signed out',
    accept: duration,
  },
  SESSION_MAX: {
    byDefault: 90 * 86_400,
    unit: 'seconds',
    does: 'until everyone has to sign in again, however active',
    accept: duration,
  },
  SHARED_SESSION_LENGTH: {
    byDefault: 0,
    unit: 'seconds',
    does: 'until an inactive person is signed out on a shared device, which sign-in offers unless it is 0',
    accept: shortDuration,
  },
  AUDIT_LENGTH: {
    byDefault: 365 * 86_400,
    unit: 'seconds',
    does: 'that entries of the audit log are kept',
    accept: lasting(1, 3660),
  },
  SIGN_IN_ATTEMPTS: {
    byDefault: 10,
    unit: 'attempts',
    does: 'at one account before each has to wait longer; five times as many from one address',
    accept: whole(3, 1000),
  },
  REQUESTS_PER_MINUTE: {
    byDefault: 600,
    unit: 'requests',
    does: 'of one person, or of one address that has not signed in',
    accept: perMinute,
  },
  PASSWORD_MIN: {byDefault: 8, unit: 'characters', does: 'that a password has at least', accept: whole(8, 64)},
  EASY_PASSWORDS: {
    byDefault: 'refused',
    unit: '',
    does: 'whether passwords may be chosen that are guessed first',
    accept: text(word => word === 'refused' || word === 'accepted', 'must be "refused" or "accepted"'),
  },
  SIGN_UP_DOMAINS: {byDefault: [], unit: '', does: 'of the addresses that can sign up; all if empty', accept: domains},
  PRODUCT_NAME: {
    byDefault: '',
    unit: '',
    does: 'in the menu, in emails and in the title of the page; the title of the document if empty',
    accept: text(isName, 'must be a name of 1 to 60 characters'),
  },
  LOGO: {
    byDefault: '',
    unit: '',
    does: 'the image before the name of the application, which people upload in the settings; nine dots if empty',
    accept: text(name => name === '' || logoOf(name) !== null, 'must be "": the image is uploaded in the settings'),
  },
  TIME_ZONE: {
    byDefault: 'UTC',
    unit: '',
    does: 'by whose clocks dates and times are shown and judged',
    accept: text(isTimeZone, 'must be the name of a time zone, such as "Europe/Paris"'),
  },
  WORKING_WEEK: {byDefault: weekdays.slice(0, 5), unit: '', does: 'the days that `working days` counts', accept: days},
  CURRENCY: {
    byDefault: 'EUR',
    unit: '',
    does: 'of amounts of money',
    accept: text(isCurrency, 'must be a currency of three letters, such as "EUR"'),
  },
  LANGUAGE: {
    byDefault: plainLanguage,
    unit: '',
    does: "in which dates, numbers and the engine's own words are written",
    accept: text(isLanguage, 'must be a language such as "en" or "de-AT"'),
  },
  ACCENT: {byDefault: 'teal', unit: '', does: 'the colour of buttons and links', accept: accent},
}

function whole(least: number, most: number) {
  return (value: ConstantValue): AcceptedSetting<number> => {
    const number = value.kind === 'number' ? Number(value.number) : Number.NaN
    const fits = Number.isInteger(number) && number >= least && number <= most
    const must = `must be a whole number from ${least} to ${most}`
    return fits ? {ok: true, value: number} : {ok: false, must, range: {least, most}}
  }
}

function size(gigabytes: number) {
  return (value: ConstantValue): AcceptedSetting<number> => {
    const fits = value.kind === 'size' && value.bytes > 0 && value.bytes <= gigabytes * 1024 ** 3
    const must = `must be a size up to ${gigabytes} GB, such as \`10 MB\``
    return fits ? {ok: true, value: value.bytes} : {ok: false, must}
  }
}

function duration(value: ConstantValue): AcceptedSetting<number> {
  const fits = value.kind === 'duration' && value.seconds >= 60 && value.seconds <= 366 * 86_400
  return fits
    ? {ok: true, value: value.seconds}
    : {ok: false, must: 'must be a time from 1 minute to 366 days, such as `14 days`'}
}

function shortDuration(value: ConstantValue): AcceptedSetting<number> {
  const fits = value.kind === 'duration' && value.seconds >= 60 && value.seconds <= 86_400
  return fits
    ? {ok: true, value: value.seconds}
    : {ok: false, must: 'must be a time from 1 minute to 1 day, such as `15 minutes`'}
}

function lasting(least: number, most: number) {
  return (value: ConstantValue): AcceptedSetting<number> => {
    const fits = value.kind === 'duration' && value.seconds >= least * 86_400 && value.seconds <= most * 86_400
    const must = `must be a time from ${least} to ${most} days, such as \`730 days\``
    return fits ? {ok: true, value: value.seconds} : {ok: false, must}
  }
}

function perMinute(value: ConstantValue): AcceptedSetting<number> {
  if (value.kind === 'rate' && value.seconds === 60 && value.count > 0) return {ok: true, value: value.count}
  return whole(1, 1_000_000)(value)
}

function text(is: (text: string) => boolean, must: string) {
  return (value: ConstantValue): AcceptedSetting<string> =>
    value.kind === 'text' && is(value.text) ? {ok: true, value: value.text} : {ok: false, must}
}

/** `"example.com, example.de"`; an empty text means all. */
function domains(value: ConstantValue): AcceptedSetting<readonly string[]> {
  const names = value.kind === 'text' ? value.text.toLowerCase().split(',') : ['?']
  const all = names.map(name => name.trim()).filter((name, _, {length}) => name !== '' || length > 1)
  return all.every(name => domain.test(name))
    ? {ok: true, value: all}
    : {ok: false, must: 'must be domains of email addresses, such as "example.com, example.de"'}
}

const domain = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]*\p{L}$/u

function days(value: ConstantValue): AcceptedSetting<readonly string[]> {
  const words = value.kind === 'words' ? value.words : []
  const known = words.every(word => weekdays.includes(word))
  const fits = words.length > 0 && known && new Set(words).size === words.length
  return fits
    ? {ok: true, value: words}
    : {ok: false, must: 'must be different days of the week, such as `Monday, Tuesday`'}
}

function accent(value: ConstantValue): AcceptedSetting<string> {
  if (value.kind === 'text' && hueOf(value.text) !== null) return {ok: true, value: value.text}
  const near = value.kind === 'text' ? nearest(value.text, hues) : null
  const must = `must be one of ${hues.join(', ')}, or a colour such as "#0b6e5f"`
  return {ok: false, must, near}
}

const mostOfName = 60

function isName(name: string): boolean {
  return name.trim() !== '' && name.length <= mostOfName && !/[\p{Cc}{}]/u.test(name)
}

function isTimeZone(name: string): boolean {
  return succeeds(() => new Intl.DateTimeFormat(plainLanguage, {timeZone: name})) && !/^[+-]/.test(name)
}

function isCurrency(name: string): boolean {
  return Intl.supportedValuesOf('currency').includes(name)
}

function isLanguage(name: string): boolean {
  return succeeds(() => Intl.getCanonicalLocales(name)) && Intl.DateTimeFormat.supportedLocalesOf([name]).length > 0
}

function succeeds(attempt: () => unknown): boolean {
  try {
    attempt()
    return true
  } catch {
    return false
  }
}

// Limits that no document can change; they bound the work that a request can cause.

interface FixedLimit {
  readonly value: number
  readonly unit: string
  readonly does: string
}

export const formText = 1024 * 1024
export const formFields = 2000
export const formFiles = 20
/** Encoded inside another form it grows at most threefold and stays below the limit of a form. */
export const keptText = 256 * 1024
export const longestAddress = 4096

export const fixedLimits: Readonly<Record<string, FixedLimit>> = {
  'document size': {value: maxDocumentBytes, unit: 'bytes', does: 'all files of a document together'},
  'nested lists': {value: mostLists, unit: 'lists', does: 'lists inside each other in a document'},
  'nested quotations': {value: mostQuotations, unit: 'quotations', does: 'quotations inside each other in a document'},
  'expression length': {value: MOST_CHARACTERS, unit: 'characters', does: 'one expression'},
  'expression depth': {value: MOST_DEPTH, unit: 'levels', does: 'how deep an expression is nested'},
  'address length': {value: longestAddress, unit: 'characters', does: 'the address of a page, with its query'},
  'form text': {value: formText, unit: 'bytes', does: 'the texts of one form together'},
  'form fields': {value: formFields, unit: 'fields', does: 'what one form sends'},
  'form files': {value: formFiles, unit: 'files', does: 'files that one form sends'},
  'kept text': {value: keptText, unit: 'bytes', does: 'what was typed and is carried through signing in'},
}

// Every limit and setting with its value, unit, origin and effect.

export interface ToldLimit {
  readonly name: string
  readonly value: number | string
  readonly unit: string
  /** The line of the document, `default`, or `fixed` for what a document cannot change. */
  readonly from: Place | 'default' | 'fixed'
  readonly does: string
}

export function tellLimits({constants, settings: values}: Limits): ToldLimit[] {
  const names = Object.keys(settings) as (keyof Settings)[]
  const set = names.map((name): ToldLimit => {
    const {unit, does} = settings[name]
    return {name, value: written(values[name]), unit, from: placeOf(constants.get(name)), does}
  })
  const fixed = Object.entries(fixedLimits).map(
    ([name, {value, unit, does}]): ToldLimit => ({name, value, unit, from: 'fixed', does}),
  )
  return [...set, ...fixed]
}

function placeOf(constant: Place | undefined): Place | 'default' {
  return constant ? {file: constant.file, line: constant.line, column: constant.column} : 'default'
}

const written = (value: number | string | readonly string[]): number | string =>
  typeof value === 'object' ? value.join(', ') : value
