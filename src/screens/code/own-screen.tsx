/** An own screen with own code: its component, which a build has made from a file in `screens`. */
import type {ComponentType} from 'react'
import {SectionBoundary} from '../../web/components/boundaries.tsx'
import type {ScreenComponents, ScreenProps} from '../../web/screen.tsx'
import type {CodeData} from './data.ts'
import {CodeScreen} from './screen.tsx'

/** What own code gets. */
export type OwnProps = Pick<CodeData, 'data' | 'actions' | 'address'>

export type OwnComponent = ComponentType<OwnProps>

interface OwnScreenProps extends ScreenProps<'code'> {
  /** What is loaded. Without own code, the data is shown as tables. */
  readonly componentOf: (name: string) => OwnComponent | null
}

export function OwnScreen({componentOf, data}: OwnScreenProps) {
  const Own = componentOf(data.component)
  if (!Own) return <CodeScreen data={data} />
  return (
    <div data-own={data.component}>
      <SectionBoundary>
        <Own data={data.data} actions={data.actions} address={data.address} />
      </SectionBoundary>
    </div>
  )
}

/** All screens, with own code. */
export function withOwnCode(screens: ScreenComponents, component: ScreenComponents['code']): ScreenComponents {
  return {...screens, code: component}
}
