/** A site of one's own, directly under the heading of point 2: what is in place of the product's menu, header and styles. */
import {placedNames, readBullets} from '../../../document/bullets.ts'
import {type Finding, finding} from '../../../document/finding.ts'
import {type RawSection, replacing, type Text} from '../../../document/raw.ts'
import {suggestFor} from '../../../document/spelling.ts'
import {readComponentName} from '../../component-name.ts'
import {isFile} from '../../entities/lookup.ts'
import type {Entities, Field} from '../../entities/model.ts'
import {canonicalName} from '../../entities/names.ts'
import {userEntity} from '../../entities/own-fields.ts'

export interface Site {
  /** The component around the screens that name no other, and around built-in pages. */
  readonly layout: Text | null
  /** The components of pages that do not exist, and of refusals and failures. */
  readonly missingPage: Text | null
  readonly errorPage: Text | null
  /** Pictures may come from any host, by https. */
  readonly images: boolean
  /** The fields of the person that code has on every page. */
  readonly person: readonly string[]
}

export const noSite: Site = {layout: null, missingPage: null, errorPage: null, images: false, person: []}

export const siteBullets = ['layout', 'missing page', 'error page', 'images', 'person'] as const

export function readSite(sections: readonly RawSection[], entities: Entities, findings: Finding[]): Site {
  const known: readonly string[] = siteBullets
  const blocks = sections
    .flatMap(section => section.blocks)
    .filter(block => block.kind === 'bullet' && known.includes(block.key.text))
  const [first] = sections
  if (!first || blocks.length === 0) return noSite
  const bullets = readBullets({...first, blocks}, siteBullets, findings)
  const component = (key: 'layout' | 'missing page' | 'error page') =>
    readComponent(bullets[key]?.value, key, findings) ?? null
  const images = bullets.images?.value
  if (images && images.text !== 'https')
    findings.push(
      finding('N255', images, {
        message: `Pictures cannot come from \`${images.text}\`.`,
        hint: 'Write `- images: https` for those of other hosts, or remove the line: the own host is always allowed.',
        fix: replacing(images, 'https'),
      }),
    )
  return {
    layout: component('layout'),
    missingPage: component('missing page'),
    errorPage: component('error page'),
    images: images?.text === 'https',
    person: bullets.person ? readPersonFields(bullets.person.value, entities, findings) : [],
  }
}

/** `person: username, image`: single values of one's own. */
function readPersonFields(written: Text, {entities}: Entities, findings: Finding[]): readonly string[] {
  const people = entities.get(userEntity)
  if (!people) return []
  const usable = [...people.fields.values()].filter(isPersonValue).map(({name}) => name)
  return placedNames(written).flatMap(({name, place}) => {
    const found = canonicalName(name)
    if (usable.includes(found)) return [found]
    const message = people.fields.has(found)
      ? `\`${name}\` is not a single value, which every page could have.`
      : `A person has no field \`${name}\`.`
    const hint = suggestFor(place, usable, 'Name fields of `User`: `- person: username, image`.')
    findings.push(finding('N255', place, {message, ...hint}))
    return []
  })
}

const taken = ['id', 'name', 'roles', 'active']

const isPersonValue = (field: Field): boolean =>
  !taken.includes(field.name) &&
  field.computed === null &&
  !isFile(field) &&
  !['list', 'reference'].includes(field.type.type.kind)

const readComponent = (text: Text | undefined, key: string, findings: Finding[]): Text | undefined =>
  readComponentName(text, {code: 'N255', written: name => `- ${key}: ${name}`, example: 'Public'}, findings)

/** That of a screen: `none` is the product's own. Undefined if the screen does not say. */
export function readLayout(written: Text | undefined, findings: Finding[]): Text | null | undefined {
  return written?.text === 'none' ? null : readComponent(written, 'layout', findings)
}
