/** The lists of own code, as the statements and their indexes need them. */
import {type ListDefinition, plainList} from '../../engine/query/list-query.ts'
import type {ScreenOf} from '../../points/screens/model.ts'
import {isOwnList, listsOfOwn, type NestedList, type OwnList} from '../../points/screens/own/model.ts'

/** Without columns: they are those of the records that are read. */
export const ownListDefinition = ({entity, where, sort, size}: OwnList): ListDefinition =>
  plainList({entity, condition: where, sort, size})

/** The records of several others: those that refer to them. */
export const nestedDefinition = (list: NestedList): ListDefinition => ({
  ...ownListDefinition(list),
  filters: [[list.by]],
})

export const listsOfCode = ({own}: ScreenOf<'code'>): readonly ListDefinition[] =>
  own === null
    ? []
    : [
        ...listsOfOwn(own).map(list => ('by' in list ? nestedDefinition(list as NestedList) : ownListDefinition(list))),
        ...own.data.flatMap(data =>
          isOwnList(data) ? [] : [plainList({entity: data.figure.entity, condition: data.figure.where, size: 1})],
        ),
      ]
