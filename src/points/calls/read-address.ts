/** The address, headers and secret of an outgoing call, with environment variables in them. */

import {splitOnce, splitText} from '../../document/bullets.ts'
import {type Finding, finding} from '../../document/finding.ts'
import {type Bullet, sliceOf, type Text} from '../../document/raw.ts'
import {suggestWord} from '../../document/spelling.ts'
import type {Entity} from '../entities/model.ts'
import type {AddressPiece, EnvironmentPiece, OutgoingCall, OutgoingHeader, OwnShape} from './model.ts'
import {type CallReading, wrongSetting} from './sections.ts'
import {readRecordValue} from './shapes.ts'

/* The hosts that outgoing calls may be made to. */

const label = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?'
const name = `\\*\\.${label}(?:\\.${label})+|${label}(?:\\.${label})*|\\[[0-9a-f:]+\\]`
const pattern = new RegExp(`^(${name})(?::(\\d{1,5}|\\*))?$`, 'i')

/**
 * `hooks.example.com`, `*.example.com`, `erp.example.com:8443`, `erp.example.com:*`; a leading star matches one or more
 * labels.
 */
export const isHostPattern = (text: string): boolean => pattern.test(text)

/** Whether one of the hosts matches an address; a non-standard port must be named. */
export function isNamedHost(hosts: readonly string[], {hostname, port}: Pick<URL, 'hostname' | 'port'>): boolean {
  return hosts.some(each => {
    const [, named = '', portNamed = ''] = pattern.exec(each) ?? []
    const fits = named.startsWith('*.') ? hostname.endsWith(named.slice(1)) : hostname === named
    return fits && (portNamed === '*' || portNamed === port)
  })
}

export type EventContext = CallReading & {readonly hosts: readonly string[]}

/** The environment variables that a call needs. */
export function variablesOf({
  address,
  headers,
  secret,
}: Pick<OutgoingCall, 'address' | 'headers' | 'secret'>): string[] {
  const pieces = [...address, ...headers.flatMap(each => each.pieces)]
  const named = pieces.flatMap(piece => (typeof piece !== 'string' && piece.kind === 'environment' ? [piece.name] : []))
  return [...new Set([...named, ...(secret === null ? [] : [secret])])]
}

const environmentName = /^[A-Z][A-Z0-9_]*$/

/** The engine's own variables contain the passwords of the database and the mail server. */
export const isVariable = (name: string): boolean => environmentName.test(name) && !name.startsWith('NONET_')

export function readCallAddress(cell: Text, entity: Entity, context: EventContext): AddressPiece[] {
  const {findings} = context
  const text = /^".*"$/s.test(cell.text) ? sliceOf(cell, 1, cell.text.length - 1) : cell
  const pieces = readPieces(text, inside => {
    const variable = variableIn(inside, findings)
    if (variable !== undefined) return variable
    const value = readRecordValue(inside, entity, context)
    if (value?.core.type.kind !== 'list') return value
    findings.push(wrongAddress(inside, `\`${inside.text}\` is a list.`, 'Name one value.'))
    return null
  })
  const wrong = wrongStart(text, pieces, context.hosts)
  if (wrong) findings.push(wrong)
  return pieces
}

function wrongAddress(place: Text, message: string, hint: string): Finding {
  return finding('N718', place, {message, hint})
}

/**
 * The scheme and host are literal, or the whole address comes from the environment; a record never determines the
 * destination.
 */
function wrongStart(text: Text, [first]: readonly AddressPiece[], hosts: readonly string[]): Finding | null {
  const example =
    'Write it like this: `https://hooks.example.com/orders`, or take it from the environment: `{env.ORDERS_URL}`.'
  if (typeof first !== 'string') {
    if (first?.kind === 'environment') return null
    return wrongAddress(text, 'An address begins with its host, which no record decides.', example)
  }
  const [, scheme = '', authority = '', end = ''] =
    /^([a-z][a-z0-9+.-]*):\/\/([^/?#{]*)([/?#{]?)/i.exec(text.text) ?? []
  if (scheme.toLowerCase() === 'http')
    return wrongAddress(
      text,
      'This address is not encrypted.',
      'Write `https://`. For a service in your own network, take the whole address from the environment: `{env.ERP_URL}`.',
    )
  if (scheme.toLowerCase() !== 'https' || authority === '' || end === '{' || !URL.canParse(`https://${authority}`))
    return wrongAddress(text, `\`${text.text}\` is not the address of a service.`, example)
  if (authority.includes('@'))
    return wrongAddress(
      text,
      'An address has no user and password in it.',
      'Send them as a header, from the environment.',
    )
  if (text.text.includes('#')) return wrongAddress(text, 'An address ends before `#`.', 'Remove it.')
  const url = new URL(`https://${authority}`)
  if (isNamedHost(hosts, url)) return null
  return finding('N719', text, {
    message: `\`${url.host}\` is not among the hosts that calls may be made to.`,
    hint: `Add it under \`## 7.\`: \`- hosts: ${[...hosts, url.host].join(', ')}\`.`,
  })
}

const braces = /\{([^{}]*)\}/g

/** Literal texts and the pieces in braces between them; invalid ones are left out. */
function readPieces<Piece>(text: Text, inBraces: (inside: Text) => Piece | null): (string | Piece)[] {
  const pieces: (string | Piece)[] = []
  let end = 0
  for (const match of text.text.matchAll(braces)) {
    if (match.index > end) pieces.push(text.text.slice(end, match.index))
    end = match.index + match[0].length
    const piece = inBraces(sliceOf(text, match.index + 1, end - 1))
    if (piece !== null) pieces.push(piece)
  }
  if (end < text.text.length) pieces.push(text.text.slice(end))
  return pieces
}

/** `env.NAME`; undefined if it is something else, null if the name is invalid. */
function variableIn(text: Text, findings: Finding[]): EnvironmentPiece | null | undefined {
  const [, name] = /^env\.(.*)$/.exec(text.text) ?? []
  if (name === undefined) return undefined
  if (isVariable(name)) return {kind: 'environment', name}
  findings.push(wrongVariable(text, name))
  return null
}

export function wrongVariable(place: Text, name: string): Finding {
  const message = name.startsWith('NONET_')
    ? `\`${name}\` belongs to the engine and is not sent anywhere.`
    : `\`${name}\` is not the name of a variable of the environment.`
  return wrongSetting(place, message, 'Write it in capital letters: `PAYROLL_SECRET`.')
}

// Headers and the secret.

export function readSecret(bullet: Bullet | undefined, findings: Finding[]): string | null {
  if (!bullet) return null
  const {text} = bullet.value
  if (isVariable(text)) return text
  findings.push(wrongVariable(bullet.value, text))
  return null
}

/** Headers that the engine sets, and headers about the transport. */
const ownHeaders =
  /^(?:host|connection|content-.*|transfer-encoding|expect|upgrade|te|trailer|keep-alive|proxy-.*|webhook-.*)$/i
const confidential = /authorization|cookie|token|secret|password|key$/i
const headerValues = ['call.id', 'call.name', 'call.action', 'call.at'] as const

export function readHeaders(bullet: Bullet | undefined, findings: Finding[]): OutgoingHeader[] {
  return (bullet ? splitText(bullet.value, ';') : []).flatMap(part => {
    const [name, value] = splitOnce(part, '=') ?? []
    if (!name || !value || value.text === '' || !/^[A-Za-z0-9-]+$/.test(name.text) || ownHeaders.test(name.text)) {
      const hint = 'Write it like this: `Authorization = Bearer {env.API_TOKEN}`.'
      findings.push(wrongSetting(part, `\`${part.text}\` is not a header that can be set.`, hint))
      return []
    }
    const pieces = readPieces(value, (inside): EnvironmentPiece | OwnShape | null => {
      const variable = variableIn(inside, findings)
      if (variable !== undefined) return variable
      const own = headerValues.find(each => each === inside.text)
      if (own) return {kind: 'own', name: own}
      const hint = suggestWord(inside.text, [...headerValues, 'env.NAME'])
      findings.push(wrongSetting(inside, `\`${inside.text}\` is not known in a header.`, hint))
      return null
    })
    if (
      confidential.test(name.text) &&
      name.text.toLowerCase() !== 'idempotency-key' &&
      !pieces.some(isVariablePiece)
    ) {
      const hint = 'Name a variable of the environment: `Authorization = Bearer {env.API_TOKEN}`.'
      findings.push(finding('N715', value, {message: 'This looks like a secret.', hint}))
    }
    return [{name: name.text, pieces}]
  })
}

const isVariablePiece = (piece: string | EnvironmentPiece | OwnShape): boolean =>
  typeof piece !== 'string' && piece.kind === 'environment'
