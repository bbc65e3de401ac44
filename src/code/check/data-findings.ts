/** What own code is given that costs more than it seems: lists without a bound, and orders that no index has. */
import {type Finding, finding} from '../../document/finding.ts'
import {isReadByIndex} from '../../engine/required-indexes.ts'
import {isOwnList, type NestedList, type OwnList} from '../../points/screens/own/model.ts'
import type {Specification} from '../../points/specification.ts'
import {ownListDefinition} from '../../screens/code/definitions.ts'

export function dataFindings({screens, entities}: Specification): Finding[] {
  const lists = screens.screens.flatMap(({own}) => own?.data.filter(isOwnList) ?? [])
  return lists.flatMap(list => [
    ...unbounded(list, list.name),
    ...unsorted(list),
    ...list.nested.flatMap(each => unbounded(each, `${list.name}.${each.name}`)),
  ])

  function unsorted(list: OwnList): Finding[] {
    if (list.kind === 'one' || list.kind === 'first') return []
    if (isReadByIndex(entities, ownListDefinition(list))) return []
    const order = list.sort.map(({path}) => `\`${path.join('.')}\``).join(', ')
    const message = `\`${list.name}\` is sorted by ${order}, for which there is no index: all records of ${list.entity} are read for each page.`
    const hint = `Sort by a field that ${list.entity} stores, or narrow the list: \`where\` with \`=\` and such a field.`
    return [finding('N256', list, {message, hint})]
  }
}

function unbounded(list: OwnList | NestedList, name: string): Finding[] {
  if (list.isBounded) return []
  const message = `\`${name}\` has no bound: each page reads up to ${list.size} records of ${list.entity}.`
  const pages = 'by' in list ? '' : ', or `pages of 50`'
  return [finding('N256', list, {message, hint: `Write how many the page shows: \`limit 50\`${pages}.`})]
}
