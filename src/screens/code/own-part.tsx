/** Own code within built-in screens: what shows a value, edits a field, or is a card or a section. */
import {type ReactNode, useEffect, useState} from 'react'
import {type FailedSectionProps, SectionBoundary} from '../../web/components/boundaries.tsx'
import {useHydrated} from '../../web/hooks/use-hydrated.ts'
import {textInControl} from '../../web/hooks/use-native-input.ts'
import {useMessages} from '../../web/router/router-provider.tsx'
import type {AnyOwnPart} from '../../web/screen.tsx'
import {frozen} from './frozen.ts'
import {LeaveBoundary} from './kit/own-boundary.tsx'
import type {LoadedParts} from './loaded-parts.ts'
import {OwnEditor, type OwnEditorProps} from './own-editor.tsx'

/** `typed`: into the product's control, before own code was there. */
type ShownState = {readonly typed: string | null} | null

/** Without its code, and until that is loaded, it is the product's. */
export function OwnPartShown({parts, ...part}: AnyOwnPart & {parts: LoadedParts}) {
  const {name, children} = part
  const isHydrated = useHydrated()
  const isThere = parts.find(name) !== null && (isHydrated || parts.isOnServer(name))
  const [shown, setShown] = useState<ShownState>(isThere ? {typed: null} : null)
  const id = part.kind === 'editor' ? part.given.attributes.id : null
  useEffect(() => {
    if (shown) return
    let isGone = false
    void parts.load(name).then(() => {
      if (!isGone && parts.find(name)) setShown({typed: id === null ? null : textInControl(id)})
    })
    return () => {
      isGone = true
    }
  }, [shown, parts, name, id])
  const Own = shown && parts.find<object>(name)
  if (!Own) return children
  const Editor = part.kind === 'editor' && parts.find<OwnEditorProps>(name)
  if (Editor)
    return (
      <div data-own={name}>
        <SectionBoundary failed={props => <FailedBeside {...props}>{children}</FailedBeside>}>
          <OwnEditor {...part.given} typed={shown.typed} Own={Editor}>
            {children}
          </OwnEditor>
        </SectionBoundary>
      </div>
    )
  if (part.kind === 'display')
    return (
      <span data-own={name}>
        <SectionBoundary failed={props => <FailedBeside {...props}>{children}</FailedBeside>}>
          <Own {...part.given} />
        </SectionBoundary>
      </span>
    )
  return (
    <div data-own={name}>
      <SectionBoundary>
        <LeaveBoundary>
          <Own {...frozen(part.given)} />
        </LeaveBoundary>
      </SectionBoundary>
    </div>
  )
}

/** The product's part, and that the author's has failed. */
function FailedBeside({reference, children}: FailedSectionProps & {children: ReactNode}) {
  const {failures} = useMessages()
  return (
    <>
      {children}{' '}
      <span className="problem small" role="alert">
        {failures.part}
        {reference !== null && (
          <>
            {' '}
            {failures.reference} <code>{reference}</code>
          </>
        )}
      </span>
    </>
  )
}
