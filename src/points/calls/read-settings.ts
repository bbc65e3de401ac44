/** What holds for all calls: the bullets under the heading of point 7, and `### Errors`. */
import {readBullets} from '../../document/bullets.ts'
import {type Finding, finding} from '../../document/finding.ts'
import {suggest, suggestFor} from '../../document/near.ts'
import type {Bullet, RawPoint, RawSection} from '../../document/raw.ts'
import {namesIn} from '../../document/split-cell.ts'
import type {Errors} from '../errors/model.ts'
import {ownErrors} from '../errors/own.ts'
import type {For} from '../screens/model.ts'
import {readFor} from '../screens/read.ts'
import {type CallsContext, wrongSetting} from './context.ts'
import {isHostPattern} from './hosts.ts'
import type {CallSettings, ErrorShape} from './model.ts'
import {fenceOf} from './sections.ts'
import {readErrorShape} from './shapes.ts'

export const settingKeys = ['token scheme', 'origins', 'unknown keys', 'hosts', 'failed calls'] as const
const errorKeys = ['status', 'keys'] as const

export function readSettings(point: RawPoint, {roles}: CallsContext, findings: Finding[]): CallSettings {
  const [own] = point.sections.filter(({heading}) => heading === null)
  const bullets = own ? readBullets(own, settingKeys, findings) : {}
  const scheme = bullets['token scheme']?.value
  if (scheme && !/^[A-Za-z][A-Za-z0-9-]{0,30}$/.test(scheme.text))
    findings.push(wrongSetting(scheme, 'A token scheme is one word.', 'Write it like this: `- token scheme: Token`.'))
  const keys = bullets['unknown keys']?.value
  if (keys && keys.text !== 'ignored' && keys.text !== 'refused')
    findings.push(wrongSetting(keys, 'Unknown keys are `ignored` or `refused`.', 'Write `ignored` or `refused`.'))
  return {
    scheme: scheme?.text ?? 'Bearer',
    origins: readOrigins(bullets.origins, findings),
    ignoresUnknownKeys: keys?.text === 'ignored',
    hosts: readHosts(bullets.hosts, findings),
    failures: readFailures(bullets['failed calls'], [...roles.roles.keys()], findings),
  }
}

function readOrigins(bullet: Bullet | undefined, findings: Finding[]): CallSettings['origins'] {
  if (!bullet) return []
  if (bullet.value.text === 'any') return 'any'
  return namesIn(bullet.value).flatMap(({name, place}) => {
    if (URL.canParse(name) && new URL(name).origin === name) return [name]
    const hint = 'Write the scheme and the host, without a path: `https://app.example.com`, or `any`.'
    findings.push(wrongSetting(place, `\`${name}\` is not the origin of a site.`, hint))
    return []
  })
}

function readHosts(bullet: Bullet | undefined, findings: Finding[]): string[] {
  return (bullet ? namesIn(bullet.value) : []).flatMap(({name, place}) => {
    if (isHostPattern(name)) return [name.toLowerCase()]
    const hint = 'Write names alone: `hooks.example.com`, `*.example.com`, or with a port `erp.example.com:8443`.'
    findings.push(wrongSetting(place, `\`${name}\` is not the name of a host.`, hint))
    return []
  })
}

function readFailures(bullet: Bullet | undefined, roles: readonly string[], findings: Finding[]): For | null {
  const whom = bullet ? readFor(bullet.value, roles, findings) : null
  for (const {name, place} of bullet && whom?.kind === 'roles' ? namesIn(bullet.value) : [])
    if (!roles.includes(name)) {
      const hint = 'Add it to the table of roles in point 6.'
      findings.push(finding('N210', place, {message: `Unknown role \`${name}\`.`, ...suggestFor(place, roles, hint)}))
    }
  if (!bullet || whom?.kind !== 'everyone') return whom
  findings.push(wrongSetting(bullet.value, 'Visitors do not see which calls failed.', 'Name roles of point 6.'))
  return null
}

export function readErrors(section: RawSection, {errors}: CallsContext, findings: Finding[]): ErrorShape | null {
  const bullets = readBullets(section, errorKeys, findings)
  const fence = fenceOf(section, null, findings)
  const shape = fence && readErrorShape(fence, findings)
  const status = codePairs(bullets.status, errors, findings).flatMap(({code, value, place}): [string, number][] => {
    if (/^[45]\d\d$/.test(value)) return [[code, Number(value)]]
    findings.push(wrongSetting(place, `\`${value}\` is not the status of a refusal.`, 'Write 400 to 599.'))
    return []
  })
  return shape && {shape, status: new Map(status), keys: readErrorKeys(bullets.keys, errors, findings)}
}

/** `NOT_FOUND {entity}, SIGN_IN_FAILED credentials`: keys of messages that belong to no field. */
export function readErrorKeys(
  bullet: Bullet | undefined,
  errors: Errors,
  findings: Finding[],
): ReadonlyMap<string, string> {
  return new Map(codePairs(bullet, errors, findings).map(({code, value}) => [code, value]))
}

function codePairs(bullet: Bullet | undefined, errors: Errors, findings: Finding[]) {
  const codes = [...Object.keys(ownErrors), ...errors.declared.keys()]
  return (bullet ? namesIn(bullet.value) : []).flatMap(({name, place}) => {
    const [code = '', ...rest] = name.split(/\s+/)
    if (codes.includes(code) && rest.length > 0) return [{code, value: rest.join(' '), place}]
    const hint = suggest(code, codes, 'Write a code and its value: `NOT_UNIQUE 409`.')
    findings.push(wrongSetting(place, `\`${name}\` does not name an error code.`, hint))
    return []
  })
}
