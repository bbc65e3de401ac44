/** The addresses of all screens, which links in own code name. */
import {isPaged} from '../../points/screens/own/model.ts'
import type {Specification} from '../../points/specification.ts'
import type {OwnAddress, OwnAddresses} from './kit/href.ts'

export function ownAddresses({screens}: Specification): OwnAddresses {
  return Object.fromEntries(
    screens.screens.map(({name, route, own}): [string, OwnAddress] => {
      const declared = own?.address.flatMap(each =>
        each.in === 'query' ? [[each.name, fallbackOf(each.default)] as const] : [],
      )
      const query = declared && own && isPaged(own) ? [...declared, ['page', '1'] as const] : declared
      return [name, {path: route.path, ...(query && query.length > 0 && {query})}]
    }),
  )
}

type Default = NonNullable<Specification['screens']['screens'][number]['own']>['address'][number]['default']

/** A default that depends on the day or the person is written into links. */
function fallbackOf(core: Default): string | null {
  if (core?.op !== 'value') return null
  const {value} = core
  return value === null || typeof value === 'object' ? null : String(value)
}
