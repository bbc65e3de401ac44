/** What draws a kind of screen from its data. A new kind is one file and one line in the list of views. */
import type {ComponentType} from 'react'
import type {Page} from '../contract/page.ts'

export interface ViewProps<Data> {
  readonly data: Data
  readonly page: Page
}

/** The data of a page is whatever its own screen made, so only the view itself can name its type. */
export type View = ComponentType<ViewProps<never>>

export type Views = Readonly<Record<string, View>>
