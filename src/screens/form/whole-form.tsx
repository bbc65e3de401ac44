/** A form with all of its parts, for the server. */

import {Summary, SummaryBrief} from '../../features/approvals/components/summary.tsx'
import {Conflict} from '../../features/forms/components/conflict.tsx'
import {LineItems} from '../../features/forms/components/line-items.tsx'
import {type FormParts, type FormScreenProps, FormWithParts} from './screen.tsx'

const parts: FormParts = {Conflict, LineItems, Summary, SummaryBrief}

export function FormScreen(props: FormScreenProps) {
  return <FormWithParts {...props} parts={parts} />
}
