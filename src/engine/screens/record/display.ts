/** The data of a display: what a record shows to people who pass by, and the colour of all of it. */
import type {DisplayData, RelatedData, ShownCell, ShownField} from '../../../contract/record.ts'
import {hues} from '../../../points/looks.ts'
import {hueClass} from '../state-display.ts'
import type {OnRecord} from './forms.ts'
import {maySee, type PageSections, shownData} from './record-data.ts'
import {headingOf, relatedOnDisplay, relatedTo} from './related.ts'

export async function displayData(on: OnRecord, parts: PageSections): Promise<DisplayData> {
  const {fields, cells} = await shownData(on)
  const related: RelatedData[] = []
  for (const each of on.screen.details.related.map(one => relatedTo(on, one))) {
    if (!maySee(on, each)) continue
    const name = `${each.entity.name} by ${each.by.name}`
    const failed = parts.failed.get(name)
    related.push(
      failed === undefined
        ? await parts.read(name, () => relatedOnDisplay(on, each))
        : {heading: headingOf(on, each), columns: [], records: [], add: null, failed},
    )
  }
  return {heading: on.record.name, tone: toneOf(on), fields, cells: cells.map(unlinked), related}
}

function unlinked({href, ...cell}: ShownCell): ShownCell {
  return cell
}

/** The panel has no colour where the field is empty or the viewer may not read it. */
function toneOf({screen, context, entity, record, shown}: OnRecord): string {
  const path = screen.details.display?.colour
  const field = path && context.display.field(entity.name, path)
  const cell = shown.colour === null ? undefined : record.cells[shown.colour]
  if (!field || !cell || cell.text === '') return ''
  return toneBy(field, cell)
}

function toneBy(field: ShownField, {value, mark}: ShownCell): string {
  const word = String(value)
  if (field.display === 'yes/no') return hueClass(value === true ? 'red' : 'green')
  if (field.display === 'state') return field.tones?.[word] ?? ''
  // The values of a field of type colour are colours.
  const colour = mark?.colour ?? field.marks?.[word]?.colour ?? hues.find(hue => hue === word)
  return colour === undefined ? '' : hueClass(colour)
}
