/** What holds where a document says nothing, as `nonet check --defaults` lists it. */
import type {PointNumber} from '../document/raw.ts'
import type {ToldLimit} from '../points/limits/settings.ts'

const defaults: Readonly<Record<PointNumber, string>> = {
  1: 'the title alone',
  2: 'a list, a record and a form for every entity, for whoever may read or create it',
  3: 'User alone: name, email, roles, active',
  4: 'records have no states and no actions',
  5: 'types, lengths, ranges, Required and Unique of point 3 alone',
  6: 'one role, Member, who signs up and may do all',
  7: 'no calls',
  8: "the engine's own codes and messages",
  9: "the engine's own values, as listed above",
}

export function openDefaults(open: readonly PointNumber[]): {readonly point: number; readonly holds: string}[] {
  return open.map(point => ({point, holds: defaults[point]}))
}

export function defaultsText(limits: readonly ToldLimit[], open: readonly PointNumber[]): string {
  const width = Math.max(...limits.map(({name}) => name.length))
  const value = Math.max(...limits.map(limit => textOf(limit).length))
  const from = Math.max(...limits.map(limit => fromOf(limit).length))
  const rows = limits.map(limit =>
    [limit.name.padEnd(width), textOf(limit).padEnd(value), fromOf(limit).padEnd(from), limit.does].join('  '),
  )
  const points = openDefaults(open).map(({point, holds}) => `Point ${point} is open: ${holds}.`)
  return [...rows, ...(points.length > 0 ? ['', ...points] : [])].join('\n')
}

const larger: Readonly<Record<string, readonly (readonly [number, string])[]>> = {
  bytes: [
    [1024 ** 3, 'GB'],
    [1024 ** 2, 'MB'],
    [1024, 'KB'],
  ],
  seconds: [
    [86_400, 'days'],
    [3600, 'hours'],
    [60, 'minutes'],
  ],
}

/** In the largest unit that it is a whole number of. */
function textOf({value, unit}: ToldLimit): string {
  if (typeof value === 'string') return value
  const [size, name] = larger[unit]?.find(([each]) => value % each === 0) ?? [1, unit]
  return `${value / size} ${name}`
}

function fromOf({from}: ToldLimit): string {
  if (from === 'default') return 'by default'
  return from === 'fixed' ? 'always' : `${from.file}:${from.line}`
}
