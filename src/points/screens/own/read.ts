/** Reads what is under the heading of a screen of own code: its bullet `address`, and its tables. */
import type {RawSection, Text} from '../../../document/raw.ts'
import {kindOf, readRows, unknownTable} from '../../../document/table.ts'
import {dataTable, type OwnContext, type OwnScreen} from './model.ts'
import {readAddressValues} from './read-address.ts'
import {readData} from './read-data.ts'

/** `address`: the bullet; `place`: the name of the screen. */
export function readOwnScreen(
  {blocks}: RawSection,
  {address: text, place}: {readonly address: Text | null; readonly place: Text},
  context: OwnContext,
): OwnScreen {
  const {entities, scope, findings, named} = context
  const address = readAddressValues(text, place, context)
  const known = {...scope, address: new Map(address.map(({name, type}) => [name, type]))}
  const tables = blocks.filter(block => block.kind === 'table')
  const rows = tables.flatMap(table => {
    if (kindOf(table, [dataTable])) return readRows(table, dataTable, findings)
    findings.push(unknownTable(table, [dataTable]))
    return []
  })
  return {address, data: readData(rows, {context: {entities, scope: known}, named, findings})}
}
