/** The component of each kind of screen. The server imports all of them; the browser loads each with its first page. */
import type {ComponentType} from 'react'
import type {ScreenDataByName, ScreenName} from '../engine/page/frame.ts'

export interface ScreenProps<Name extends ScreenName> {
  readonly data: ScreenDataByName[Name]
}

export type ScreenComponents = {readonly [Name in ScreenName]: ComponentType<ScreenProps<Name>>}
