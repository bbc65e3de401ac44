/** Components alone, in the providers that every page has. */

import type {ReactNode} from 'react'
import type {Page, ScreenContent} from '../../src/engine/page/frame.ts'
import {dateLocaleOf} from '../../src/messages/languages.ts'
import {messagesFor} from '../../src/screens/messages.ts'
import {RouterProvider} from '../../src/web/router/router-provider.tsx'
import {staticRouter} from '../../src/web/router/static-router.ts'
import type {Router} from '../../src/web/router/types.ts'
import {type ScreenComponents, ScreensProvider} from '../../src/web/screen.tsx'

export const emptyPage: Page = pageWith({screen: 'page', data: {heading: '', html: ''}})

export function pageWith(content: ScreenContent, language = 'en'): Page {
  return {
    build: 'test',
    status: 200,
    url: '/',
    title: '',
    shell: {
      product: 'Test',
      description: '',
      language,
      dateLocale: dateLocaleOf(language),
      points: [],
      home: '/',
      menu: [],
    },
    once: 'token',
    ...content,
  }
}

export interface FrameOptions {
  readonly page?: Page
  /** The behaviour of the router; by default it does nothing. */
  readonly router?: Partial<Router>
  /** What is shown beside the tested screen. */
  readonly screens?: Partial<ScreenComponents>
}

export function Frame({page = emptyPage, router = {}, screens = {}, children}: FrameOptions & {children: ReactNode}) {
  const base = staticRouter(page, messagesFor(page.shell.language))
  return (
    <RouterProvider router={{...base, ...router}}>
      <ScreensProvider screens={screens}>{children}</ScreensProvider>
    </RouterProvider>
  )
}
