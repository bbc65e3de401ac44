/** What holds for all calls: the bullets under the heading of point 7, and `### Errors`. */
import {readBullets} from '../../document/bullets.ts'
import type {Finding} from '../../document/finding.ts'
import {suggest} from '../../document/near.ts'
import type {Bullet, RawPoint, RawSection} from '../../document/raw.ts'
import {namesIn} from '../../document/split-cell.ts'
import type {Errors} from '../errors/model.ts'
import {ownErrors} from '../errors/own.ts'
import {type CallsContext, wrongSetting} from './context.ts'
import type {CallSettings, ErrorShape} from './model.ts'
import {fenceOf} from './sections.ts'
import {readErrorShape} from './shapes.ts'

export const settingKeys = ['token scheme', 'origins', 'unknown keys'] as const
const errorKeys = ['status', 'keys'] as const

export function readSettings(point: RawPoint, findings: Finding[]): CallSettings {
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
