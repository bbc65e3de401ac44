/** What an expression reads and somebody of a role may not: fields of any record, and entities of which they may read none. */
import type {Core} from '../feel/core.ts'
import {partsOf} from '../feel/mentions.ts'
import type {Audience, Reach} from './roles/reach.ts'

/** As people write them: `flagged`, `Person.known`, `Scorecard`. `at`: the entity that the expression stands at. */
export function hiddenReads(core: Core, role: Audience, {reach, at}: {reach: Reach; at: string}): string[] {
  const found = new Set<string>()
  const field = (entity: string, name: string) => {
    if (!reach.may(role, 'read', entity)) found.add(entity)
    else if (!reach.mayField(role, 'read', {entity, field: name})) found.add(entity === at ? name : `${entity}.${name}`)
  }
  const walk = (node: Core): void => {
    if (isAboutMe(node)) return
    if (node.op === 'field' || node.op === 'relation') field(node.entity, node.field)
    const listed = node.op === 'all' || node.op === 'relation' ? entityOf(node) : null
    if (listed !== null && !reach.may(role, 'read', listed)) found.add(listed)
    for (const part of partsOf(node)) walk(part)
  }
  walk(core)
  return [...found]
}

function entityOf({type}: Core): string | null {
  return type.kind === 'list' && type.of.kind === 'reference' ? type.of.entity : null
}

/** Who asks knows about themselves. */
function isAboutMe(core: Core): boolean {
  return core.op === 'me' || ((core.op === 'field' || core.op === 'relation') && isAboutMe(core.of))
}

export const nameOfAudience = (role: Audience): string => role ?? 'everyone'
