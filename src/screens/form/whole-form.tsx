/** A form with all of its parts, for the server. */
import {Conflict} from '../../frontend/screens/form/conflict.tsx'
import {LineItems} from '../../frontend/screens/form/line-items.tsx'
import {Summary, SummaryBrief} from '../../frontend/screens/form/summary.tsx'
import {type FormParts, type FormScreenProps, FormWithParts} from './screen.tsx'

const parts: FormParts = {Conflict, LineItems, Summary, SummaryBrief}

export function FormScreen(props: FormScreenProps) {
  return <FormWithParts {...props} parts={parts} />
}
