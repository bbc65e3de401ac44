/** `erase`: clears the personal data of the record and its history. */
import {finding} from '../../../document/finding.ts'
import type {EffectKind} from './effect-kind.ts'

export const erase: EffectKind = {
  word: 'erase',
  example: 'erase',
  read(text, context) {
    const {entity, entities, findings} = context
    if (text.text.trim() !== 'erase') {
      const message = '`erase` is about the record itself and takes no options.'
      findings.push(finding('N417', text, {message, hint: 'Write it like this: `erase`.'}))
      return null
    }
    const parts = [...entities.entities.values()].filter(({partOf}) => partOf?.entity === entity.name)
    if ([entity, ...parts].some(({personal}) => personal.length > 0)) return {kind: 'erase'}
    const message = `Nothing of ${entity.name} is personal, so there is nothing to erase.`
    const hint = `Say in point 3, under \`### ${entity.name}\`, which fields are: \`- personal: name, email\`.`
    findings.push(finding('N429', text, {message, hint}))
    return null
  },
}
