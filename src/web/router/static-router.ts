/** The router of a server-rendered page: it never changes. */
import type {Page} from '../../engine/page/frame.ts'
import type {PageMessages} from '../../messages/index.ts'
import type {CurrentPage, Router, RouterStatus} from './types.ts'

export function staticRouter(
  page: Page,
  messages: PageMessages,
  failureReference: () => string | null = () => null,
): Router {
  const current: CurrentPage = {page, messages, pageKey: 0, inPlace: false, changed: null}
  const status: RouterStatus = {navigation: {state: 'idle'}, failure: null, announcement: '', overtaken: false}
  const unsubscribe = () => {}
  return {
    enabled: false,
    current: () => current,
    subscribe: () => unsubscribe,
    status: () => status,
    subscribeStatus: () => unsubscribe,
    navigate: () => {},
    refresh: async () => true,
    prefetch: () => {},
    submit: async () => ({kind: 'unreachable'}),
    load: async () => ({kind: 'unreachable'}),
    preview: async () => ({kind: 'unreachable'}),
    committed: () => {},
    keepInput: () => unsubscribe,
    failureReference,
  }
}
