/** The values of an address: `- address: floor: number; day: date = today()`. */
import {splitOnce, splitText} from '../../../document/bullets.ts'
import {finding} from '../../../document/finding.ts'
import type {Text} from '../../../document/raw.ts'
import {type Core, readsRecords} from '../../../feel/core.ts'
import {type as typeText} from '../../../feel/index.ts'
import {type Kind, type Type, textType} from '../../../feel/type.ts'
import {findingsOf} from '../../entities/expression.ts'
import {unknownEntity} from '../../entities/lookup.ts'
import {readType} from '../../entities/types.ts'
import {type AddressValue, isOwnName, type OwnContext} from './model.ts'

type AddressContext = Omit<OwnContext, 'named' | 'actions'>

const kinds: ReadonlySet<Kind> = new Set<Kind>([
  'text',
  'number',
  'boolean',
  'date',
  'time',
  'date and time',
  'choice',
  'reference',
])
const written = 'Write a name, a type and, if it has one, a default: `day: date = today()`.'

/** With the parameters of the route, in its order, which are texts unless the bullet has their type. */
export function readAddressValues(text: Text | null, place: Text, context: AddressContext): AddressValue[] {
  const {parameters} = context
  const named = text === null ? [] : splitText(text, ';').flatMap(each => readValue(each, parameters, context) ?? [])
  const twice = named.find(({name}, index) => named.findIndex(each => each.name === name) < index)
  if (twice && text) wrongValue(context, text, `The address has \`${twice.name}\` twice.`, 'Keep one of them.')
  const {file, line, column} = place
  const ofPath = parameters.map(
    (name): AddressValue =>
      named.find(each => each.name === name) ?? {name, type: textType, in: 'path', default: null, file, line, column},
  )
  return [...ofPath, ...named.filter(each => each.in === 'query')]
}

function readValue(text: Text, parameters: readonly string[], context: AddressContext): AddressValue | null {
  const [called, rest] = splitOnce(text, ':') ?? [text, null]
  const [of, fallback] = (rest && splitOnce(rest, '=')) ?? [rest, null]
  const name = called.text.trim()
  const isParameter = parameters.includes(name)
  if (!isParameter && !isOwnName(name)) {
    const message = `\`${name}\` cannot be the name of a value in the address.`
    return wrongValue(context, called, message, 'Begin with a lower-case letter, and use only letters and digits.')
  }
  if (name === 'page')
    return wrongValue(
      context,
      called,
      '`page` is the page of a list.',
      'Remove it: `pages of 10` reads it from the address.',
    )
  if (of === null) return wrongValue(context, text, `\`${text.text}\` has no type.`, written)
  const type = readAddressType(of, context)
  if (type === null) return null
  if (isParameter && fallback)
    return wrongValue(
      context,
      fallback,
      `\`${name}\` is part of the route, so it is always there.`,
      'Remove its default.',
    )
  const {file, line, column} = called
  const value = fallback && readDefault(fallback, type, context)
  return {name, type, in: isParameter ? 'path' : 'query', default: value, file, line, column}
}

function readAddressType(text: Text, context: AddressContext): Type | null {
  const read = readType(text.text.trim().replace(/\s+/g, ' '), context.settings)
  if (!read?.ok || !kinds.has(read.use.type.kind)) {
    const message = `\`${text.text.trim()}\` is not a type of a value in an address.`
    return wrongValue(context, text, message, 'Use `text`, `number`, `yes/no`, `date`, `one of …`, or an entity.')
  }
  const {type} = read.use
  if (type.kind === 'reference' && !context.entities.entities.has(type.entity)) {
    context.findings.push(unknownEntity('N211', text, context.entities))
    return null
  }
  return type
}

function readDefault(text: Text, type: Type, context: AddressContext): Core | null {
  const typing = typeText(text.text, context.scope, type)
  if (!typing.ok) {
    context.findings.push(...findingsOf(text, typing.problems))
    return null
  }
  if (readsRecords(typing.core))
    return wrongValue(context, text, 'A default in an address reads no records.', 'Use a value, `me` or `today()`.')
  const isSame = typing.type.kind === type.kind || (typing.type.kind === 'text' && type.kind === 'choice')
  if (isSame) return typing.core
  return wrongValue(context, text, `\`${text.text.trim()}\` does not have the type of its value.`, written)
}

function wrongValue({findings}: AddressContext, place: Text, message: string, hint: string): null {
  findings.push(finding('N249', place, {message, hint}))
  return null
}
