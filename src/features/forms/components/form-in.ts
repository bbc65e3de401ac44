/** The form at an address that was loaded beside a page. */
import {type PageResult, pageIn} from '../../../web/router/client.ts'
import type {FormScreenData} from '../data.ts'

/** Null if the answer is something else, such as a refusal. */
export function formIn(result: PageResult): FormScreenData | null {
  const page = pageIn(result)
  return page && 'lineItems' in page.data ? page.data : null
}
