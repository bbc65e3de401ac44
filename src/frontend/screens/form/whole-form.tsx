/** A form with all of its parts, for the server. */
import {Conflict} from './conflict.tsx'
import {type FormParts, type FormScreenProps, FormWithParts} from './form-screen.tsx'
import {LineItems} from './line-items.tsx'
import {Summary, SummaryBrief} from './summary.tsx'

const parts: FormParts = {Conflict, LineItems, Summary, SummaryBrief}

export function FormScreen(props: FormScreenProps) {
  return <FormWithParts {...props} parts={parts} />
}
