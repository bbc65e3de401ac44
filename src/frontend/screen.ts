/** What renders each kind of screen. The server imports all of them; the browser loads each with its first page. */
import type {ComponentType} from 'react'
import type {ScreenName, Screens} from '../contract/page.ts'

export interface ScreenProps<Name extends ScreenName> {
  readonly data: Screens[Name]
}

export type ScreenComponents = {readonly [Name in ScreenName]: ComponentType<ScreenProps<Name>>}
