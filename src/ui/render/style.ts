/** The attribute `style`, from an object of properties, as React writes it. */
import {escaped} from './escape.ts'
import {Unusual} from './unusual.ts'

/** Numbers without a unit; others are pixels. */
const bare: ReadonlySet<string> = new Set(
  'aspectRatio columnCount columns flex flexGrow flexShrink gridArea gridRow gridRowEnd gridRowSpan gridRowStart gridColumn gridColumnEnd gridColumnSpan gridColumnStart fontWeight lineClamp lineHeight opacity order orphans scale tabSize widows zIndex zoom fillOpacity stopOpacity strokeDasharray strokeDashoffset strokeMiterlimit strokeOpacity strokeWidth'.split(
    ' ',
  ),
)

export function styleText(style: unknown): string {
  if (typeof style !== 'object' || style === null) throw new Unusual('style')
  const parts = Object.entries(style).flatMap(([name, value]) => {
    if (value === null || value === undefined || typeof value === 'boolean' || value === '') return []
    return [`${propertyName(name)}:${valueText(name, value)}`]
  })
  return parts.length === 0 ? '' : ` style="${parts.join(';')}"`
}

function propertyName(name: string): string {
  if (name.startsWith('--')) return escaped(name)
  if (!/^[a-z][a-zA-Z]*$/.test(name) || name.startsWith('ms')) throw new Unusual(`style ${name}`)
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
}

function valueText(name: string, value: unknown): string {
  if (typeof value === 'number' && !name.startsWith('--'))
    return value === 0 || bare.has(name) ? `${value}` : `${value}px`
  if (typeof value !== 'string' && typeof value !== 'number') throw new Unusual(`style ${name}`)
  return escaped(String(value).trim())
}
