/** Reads what is under the heading of a screen of own code: its bullets, and its tables. */
import type {RawSection, Text} from '../../../document/raw.ts'
import {type TableKind, tableKind, tableRows, unknownTable} from '../../../document/table.ts'
import {actionTable, dataTable, type OwnContext, type OwnScreen} from './model.ts'
import {readActionRows} from './read-actions.ts'
import {readAddressValues} from './read-address.ts'
import {readData} from './read-data.ts'
import {readOwnHead} from './read-head.ts'

/** `place`: the name of the screen. */
export function readOwnScreen(
  {blocks}: RawSection,
  {bullet, place}: {readonly bullet: (key: string) => Text | null; readonly place: Text},
  context: OwnContext,
): OwnScreen {
  const {entities, scope, findings, named, actions} = context
  const address = readAddressValues(bullet('address'), place, context)
  const known = {...scope, address: new Map(address.map(({name, type}) => [name, type]))}
  const tables = blocks.filter(block => block.kind === 'table')
  const kinds = [dataTable, actionTable]
  const of = (kind: TableKind<string>) => tables.filter(table => tableKind(table, kinds) === kind)
  for (const table of tables) if (!tableKind(table, kinds)) findings.push(unknownTable(table, kinds))
  const data = of(dataTable).flatMap(table => tableRows(table, dataTable, findings))
  const acts = of(actionTable).flatMap(table => tableRows(table, actionTable, findings))
  const shown = readData(data, {context: {entities, scope: known}, named, findings})
  return {
    address,
    head: readOwnHead(bullet, shown, findings),
    data: shown,
    actions: readActionRows(acts, {entities, scope: known, actions, findings}),
  }
}
