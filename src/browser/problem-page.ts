/** The page for an answer that is none: nobody could be reached, or something in between answered. */
import type {FallbackData, Page} from '../contract/page.ts'
import type {Words} from '../messages/index.ts'
import type {Asked} from './ask.ts'

export type Problem = Exclude<Asked['kind'], 'answer'>

/** In the frame of the page that was shown last, at the present address. */
export function problemPage(last: Page, problem: Problem, {failing}: Words): Page {
  const heading = problem === 'unreachable' ? failing.unreachable : failing.failure
  const message = problem === 'strange' ? failing.strange : failing.unreachableWhy
  const data: FallbackData = {heading, message, reference: null, retry: true, links: []}
  const url = location.pathname + location.search
  return {...last, status: 0, url, title: heading, screen: 'failure', data}
}
