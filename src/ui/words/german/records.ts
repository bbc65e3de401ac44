/** Our words on the page of a record, in German. */
import type {records as english} from '../english/records.ts'

export const records: typeof english = {
  history: 'Verlauf',
}
