/** How each kind of card is read. A new kind is one file and one line here. */
import type {CardLook} from '../../../points/screens/model.ts'
import {loadBars} from './bars.ts'
import type {LoadCard} from './card-kind.ts'
import {loadDonut} from './donut.ts'
import {loadLine} from './line.ts'
import {loadNumber} from './number.ts'
import {loadTable} from './table.ts'

export const loadCardBy: Readonly<Record<CardLook, LoadCard>> = {
  number: loadNumber,
  bars: loadBars,
  line: loadLine,
  donut: loadDonut,
  table: loadTable,
}
