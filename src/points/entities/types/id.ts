/** The type of the id of every record. Documents cannot use it. */
import {textType} from '../../../feel/type.ts'
import {defineType} from '../define-type.ts'
import {accepted, invalid} from '../field-type.ts'
import {column, storedText} from '../values/column.ts'
import {readId} from '../values/id.ts'
import {isText} from '../values/textual.ts'

export const id = defineType({
  name: 'id',
  examples: [],
  read: () => null,
  use: (_: null) => ({
    written: 'id',
    type: textType,
    storage: column({sqlite: 'TEXT', postgres: 'uuid', holds: {as: 'id'}}),
    control: {control: 'none'},
    filter: {filter: 'none'},
    sort: {sort: 'value'},
    valueSet: {set: 'id', plain: false},
    is: isText,
    fromText: validateId,
    fromJson: json => validateId(typeof json === 'string' ? json : ''),
    fit: validateId,
    toText: value => value,
    toCsv: value => value,
    toColumn: value => value,
    fromColumn: storedText,
  }),
})

function validateId(text: string) {
  const read = readId(text)
  return read === null ? invalid('NO_SUCH_RECORD') : accepted(read)
}
