/** The text of a constant's cell → its value: `20`, `7 days`, `10 MB`, `100 per minute`, `"Europe/Paris"`, `Monday, Tuesday`. */
import type {ConstantValue} from './model.ts'

const seconds: Record<string, number> = {second: 1, minute: 60, hour: 3600, day: 86_400, week: 604_800}
const months: Record<string, number> = {month: 1, year: 12}
const bytes: Record<string, number> = {b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3}
const one = '[A-Za-z][A-Za-z_-]*(?: [A-Za-z_-]+)*'
const words = new RegExp(`^${one}(?:\\s*,\\s*${one})+$`)

export const weekdays: readonly string[] = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
]

/** 1 is Monday. */
export const weekdayNumber = (day: string): number => weekdays.indexOf(day) + 1

export function readConstant(text: string): ConstantValue | null {
  return quoted(text) ?? plainNumber(text) ?? withUnit(text) ?? rate(text) ?? wordList(text)
}

function quoted(text: string): ConstantValue | null {
  const inside = /^"([^"]*)"$/.exec(text)?.[1]
  return inside === undefined ? null : {kind: 'text', text: inside}
}

function plainNumber(text: string): ConstantValue | null {
  return /^-?\d{1,30}(\.\d{1,30})?$/.test(text) ? {kind: 'number', number: text} : null
}

function withUnit(text: string): ConstantValue | null {
  const match = /^(\d{1,9})\s*([A-Za-z]+)$/.exec(text)
  if (!match) return null
  const count = Number(match[1])
  const unit = (match[2] ?? '').toLowerCase()
  const singular = unit.replace(/s$/, '')
  const second = seconds[singular]
  if (second !== undefined) return {kind: 'duration', seconds: count * second}
  const month = months[singular]
  if (month !== undefined) return {kind: 'months', months: count * month}
  const byte = bytes[unit]
  return byte === undefined ? null : {kind: 'size', bytes: count * byte}
}

function rate(text: string): ConstantValue | null {
  const match = /^(\d{1,9}) per (second|minute|hour|day|week)$/.exec(text)
  const per = seconds[match?.[2] ?? '']
  return match && per !== undefined ? {kind: 'rate', count: Number(match[1]), seconds: per} : null
}

function wordList(text: string): ConstantValue | null {
  if (weekdays.includes(text)) return {kind: 'words', words: [text]}
  return words.test(text) ? {kind: 'words', words: text.split(',').map(word => word.trim())} : null
}
