/** Small parts of the product: buttons, links that look like one, and what a page has to say. */
import type {ComponentProps, ReactNode} from 'react'
import type {ActionTone} from '../../../engine/page/common.ts'
import {buttonClass} from '../../../features/forms/components/action-button.tsx'
import {isPlainClick, type LinkProps, Link as PageLink} from '../../../web/router/link.tsx'
import {useRouter} from '../../../web/router/router-provider.tsx'

interface OwnLinkProps extends Pick<LinkProps, Exclude<keyof LinkProps, 'prefetch'>> {
  /** The page stays where it is, as with other values of its address. */
  readonly keepPlace?: boolean
}

/** Also within an SVG. A class of the author's is theirs, as on elements of their own. */
export function Link(props: OwnLinkProps) {
  return <PlainLink {...props} {...ownClass(props.className)} />
}

/** Rules of the product leave such an element alone (`jsx-runtime.ts`). */
export const ownClass = (className: string | undefined) => (className === undefined ? {} : {'data-own-class': ''})

function PlainLink({keepPlace = false, onClick, ...props}: OwnLinkProps) {
  const router = useRouter()
  return (
    <PageLink
      {...props}
      onClick={event => {
        onClick?.(event)
        if (!keepPlace || !router.enabled || !isPlainClick(event) || event.defaultPrevented) return
        event.preventDefault()
        router.navigate(props.href, {keepPlace: true})
      }}
    />
  )
}

interface ToneProps {
  /** `primary` is the next step, `danger` ends something. */
  readonly tone?: ActionTone
}

export function Button({tone = 'plain', type = 'button', ...props}: ComponentProps<'button'> & ToneProps) {
  return <button {...props} type={type} className={buttonClass(tone)} />
}

export function ButtonLink({tone = 'plain', ...props}: OwnLinkProps & ToneProps) {
  return <PlainLink {...props} className={buttonClass(tone)} />
}

/** Something to know, or a refusal, which is announced. */
export function Notice({tone = 'info', children}: {tone?: 'info' | 'bad'; children: ReactNode}) {
  return tone === 'bad' ? (
    <p className="problem" role="alert">
      {children}
    </p>
  ) : (
    <p className="muted" role="status">
      {children}
    </p>
  )
}
