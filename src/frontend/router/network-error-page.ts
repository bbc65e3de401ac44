/** The page shown where no usable answer came: the server could not be reached, or something else answered. */
import type {FallbackData, Page} from '../../contract/page.ts'
import type {PageMessages} from '../../messages/index.ts'
import type {PageResult} from './client.ts'

export type NetworkError = Exclude<PageResult['kind'], 'answer' | 'same' | 'aborted'>

/** In the frame of the page that was shown last, at the current address. */
export function networkErrorPage(last: Page, error: NetworkError, {failures}: PageMessages): Page {
  const {build, shell} = last
  const heading = error === 'unreachable' ? failures.unreachable : failures.failure
  const message = error === 'unexpected' ? failures.strange : failures.unreachableWhy
  const data: FallbackData = {heading, message, reference: null, retry: true, links: []}
  const url = location.pathname + location.search
  return {build, shell, status: 0, url, title: heading, screen: 'failure', data}
}
