/** A screen of own code: reads what its document declares. */
import {atOnce} from '../../engine/base/at-once.ts'
import {screenProse} from '../../engine/base/prose.ts'
import type {PageReply, Visit} from '../../engine/reply.ts'
import {noActions, type RecordContext, withRecords} from '../../engine/screen-context.ts'
import type {ScreenOf} from '../../points/screens/model.ts'
import type {OwnScreen} from '../../points/screens/own/model.ts'
import {givenAddress} from './address.ts'
import type {CodeData} from './data.ts'
import {type CompiledData, compileData} from './load.ts'

interface CompiledCode {
  readonly screen: ScreenOf<'code'>
  readonly own: OwnScreen
  readonly data: readonly CompiledData[]
  readonly above: () => Pick<CodeData, 'html'>
  readonly context: RecordContext
}

const nothing: OwnScreen = {address: [], data: []}

export const compileCode = withRecords((screen: ScreenOf<'code'>, context) => {
  const own = screen.own ?? nothing
  const data = own.data.map(each => compileData(each, context))
  const above = screenProse(screen, context.specification)
  const code: CompiledCode = {screen, own, data, above, context}
  return {load: visit => showCode(code, visit), actions: noActions}
})

async function showCode({screen, own, data, above, context}: CompiledCode, visit: Visit): Promise<PageReply> {
  const shown = await context.engine.read(visit.actor, async (reader): Promise<CodeData> => {
    const address = await givenAddress(reader, own.address, visit)
    const at = {reader, visit, parameters: address.parameters, context}
    const found = await atOnce(data.map(async each => [each.name, await each.load(at)] as const))
    return {
      heading: screen.name,
      ...above(),
      component: screen.shows.component,
      address: address.values,
      data: Object.fromEntries(found),
      actions: {},
      tables: data.flatMap(each => each.tables(at)),
      problems: [],
    }
  })
  return {kind: 'page', status: 200, title: screen.name, screen: 'code', data: shown}
}
