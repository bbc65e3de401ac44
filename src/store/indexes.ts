/** Which indexes a table needs: its uniques, its references, and what screens, permissions and searches wish for. */
import {isNum} from '../feel/value.ts'
import {ownFields} from '../points/entities/own-fields.ts'
import type {ColumnField} from './column-field.ts'
import {partName} from './names.ts'
import type {Index, IndexColumn} from './schema.ts'

/** Records of `entity` are looked for or ordered by these fields, in this order. Unknown and unkept ones are left out. */
export interface IndexWish {
  readonly entity: string
  readonly fields: readonly string[]
}

export interface IndexNeeds {
  readonly table: string
  readonly kept: readonly ColumnField[]
  readonly unique: readonly (readonly string[])[]
  readonly wishes: readonly IndexWish[]
}

/** A row of an index must fit into a part of a page; longer texts are not worth one. */
const longestText = 600

export function indexesOf(needs: IndexNeeds): readonly Index[] {
  const uniques = uniquesOf(needs)
  const plain = [...wishedColumns(needs), ...referenceColumns(needs)]
  // A unique index with a column that may be empty is made of expressions, by which nothing is found.
  const covered = uniques.map(({columns}) => columns).filter(columns => !columns.some(({optional}) => optional))
  const indexes: Index[] = [...uniques]
  for (const columns of plain.toSorted((a, b) => b.length - a.length)) {
    if (covered.some(other => begins(other, columns))) continue
    covered.push(columns)
    indexes.push(indexOf(needs.table, columns, false))
  }
  return indexes
}

function uniquesOf({table, kept, unique}: IndexNeeds): Index[] {
  const single = kept.filter(({field, counter}) => (field.unique || counter !== null) && field.name !== 'id')
  const columns = [...single.map(each => [indexColumn(each)]), ...unique.map(fields => columnsOf(kept, fields))]
  const different = new Map(columns.map(each => [each.map(({name}) => name).join(), each]))
  return [...different.values()].filter(each => each.length > 0).map(each => indexOf(table, each, true))
}

/** Up to the first field that has no column of its own or is too long: what comes before still helps. */
function wishedColumns({kept, wishes}: IndexNeeds): (readonly IndexColumn[])[] {
  return wishes
    .map(({fields}) => {
      const found = fields.map(name => kept.find(({field}) => field.name === name))
      const end = found.findIndex(each => each === undefined || !isIndexable(each))
      return found.slice(0, end === -1 ? found.length : end).flatMap(each => (each ? [indexColumn(each)] : []))
    })
    .filter(columns => columns.length > 0 && columns[0]?.name !== 'id')
}

/** Who made and who changed a record is on every one of them and seldom asked for: only where it is wished. */
function referenceColumns({kept}: IndexNeeds): (readonly IndexColumn[])[] {
  const own = kept.filter(({field, references}) => references !== null && !ownFields.has(field.name))
  return own.map(each => [indexColumn(each)])
}

function columnsOf(kept: readonly ColumnField[], fields: readonly string[]): readonly IndexColumn[] {
  const columns = fields.map(name => kept.find(({field}) => field.name === name))
  return columns.every(each => each !== undefined) ? columns.map(indexColumn) : []
}

function isIndexable({field, column}: ColumnField): boolean {
  const {most} = field.type.extent
  if (column.holds.as === 'words') return false
  return column.holds.as !== 'text' || field.type.extent.words !== null || (isNum(most) && Number(most) <= longestText)
}

const indexColumn = ({column}: ColumnField): IndexColumn => ({name: column.name, optional: !column.required})

function indexOf(table: string, columns: readonly IndexColumn[], unique: boolean): Index {
  const names = columns.map(({name}) => name)
  return {name: partName(table, names, unique ? 'unique' : 'index'), unique, columns}
}

/** Whether `columns` are the first columns of `other`. */
function begins(other: readonly IndexColumn[], columns: readonly IndexColumn[]): boolean {
  return columns.every(({name}, position) => other[position]?.name === name)
}
