/** The layout of cards: figures side by side, lists with actions in a wide column with a narrow one beside it, charts in a twelve-column grid. */
import type {CardBody, CardData} from './data.ts'

type Look = CardBody['as']

/** Cards that need little room, whatever their content. */
const narrow: ReadonlySet<Look> = new Set(['number', 'next', 'people', 'failed'])
/** Two of them are beside each other in the wide column. */
const half: ReadonlySet<Look> = new Set(['ring', 'meters', 'bars', 'columns', 'line', 'donut'])

export interface PlacedCard {
  readonly card: CardData
  /** In the order of the document: on a phone all are in one column. */
  readonly order: number
  readonly width: string
  /** The same about each year or each kind: on one card with it. */
  readonly beside?: readonly PlacedCard[]
}

export interface CardLayout {
  /** One after the other, in rows of twelfths. */
  readonly rows: readonly PlacedCard[]
  /** Beside each other, each as high as its content. */
  readonly wide: readonly PlacedCard[]
  readonly narrow: readonly PlacedCard[]
}

export function cardLayout(cards: readonly CardData[]): CardLayout {
  const placed = cards.map((card, order) => ({card, order, width: ''}))
  const figures = placed.filter(({card}) => card.body.as === 'number')
  const band = figures.length > 1 ? figures : []
  const others = placed.filter(each => !band.includes(each))
  const beside = others.filter(({card}) => narrow.has(card.body.as))
  const wide = others.filter(({card}) => !narrow.has(card.body.as))
  if (beside.length === 0 || wide.length === 0) return {rows: inRows([...band, ...others]), wide: [], narrow: []}
  return {rows: inRows(band), wide: inHalves(wide), narrow: beside}
}

function inRows(placed: readonly PlacedCard[]): PlacedCard[] {
  const widths = cardWidths(placed.map(({card}) => card.body))
  return placed.map((each, index) => ({...each, width: `w${widths[index] ?? whole}`}))
}

/** The second of two goes beside the first; a single one takes the whole row. A ring and the meters after it are on one card. */
function inHalves(placed: readonly PlacedCard[]): PlacedCard[] {
  const found: PlacedCard[] = []
  for (let at = 0; at < placed.length; at += 1) {
    const one = placed[at]
    if (!one) continue
    const beside = one.card.body.as === 'ring' ? metersFrom(placed.slice(at + 1)) : []
    const two = placed[at + 1]
    if (beside.length > 0) {
      found.push({...one, beside})
      at += beside.length
    } else if (two && half.has(one.card.body.as) && half.has(two.card.body.as)) {
      found.push({...one, width: 'half'}, {...two, width: 'half'})
      at += 1
    } else found.push(one)
  }
  return found
}

function metersFrom(placed: readonly PlacedCard[]): PlacedCard[] {
  const end = placed.findIndex(({card}) => card.body.as !== 'meters')
  return placed.slice(0, end < 0 ? placed.length : end)
}

const usual: Readonly<Partial<Record<Look, number>>> = {number: 4, next: 4, people: 4, failed: 4}
const whole = 12
/** A table of more columns needs more room. */
const fewColumns = 3

/** In twelfths: as many per row as fit in document order, and every row is filled. */
function cardWidths(bodies: readonly CardBody[]): number[] {
  const rows: number[][] = []
  for (const body of bodies) {
    const width = body.as === 'table' && body.columns.length > fewColumns ? 8 : (usual[body.as] ?? 6)
    const row = rows.at(-1)
    if (row && sum(row) + width <= whole) row.push(width)
    else rows.push([width])
  }
  return rows.flatMap(filled)
}

/** The last of a row takes the rest; equal ones share it. */
function filled(row: readonly number[]): number[] {
  const left = whole - sum(row)
  if (left === 0) return [...row]
  if (row.every(width => width === row[0]) && whole % row.length === 0) return row.map(() => whole / row.length)
  const widest = row.indexOf(Math.max(...row))
  return row.map((width, index) => (index === widest ? width + left : width))
}

const sum = (row: readonly number[]): number => row.reduce((total, width) => total + width, 0)
