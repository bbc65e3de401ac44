/** What one record of an entity is called inside a sentence, and several. */
import {inSentence} from '../../points/entities/spoken.ts'
import type {Specification} from '../../points/specification.ts'

export interface Called {
  readonly one: string
  readonly several: string
}

export function calledOf({entities, limits}: Specification, name: string): Called {
  const entity = entities.entities.get(name)
  const {LANGUAGE} = limits.settings
  return {one: inSentence(entity?.label ?? name, LANGUAGE), several: inSentence(entity?.plural ?? name, LANGUAGE)}
}
