/** For layouts: what the product knows of a page, signing out, and what it has to say. */
import type {ReactNode} from 'react'
import type {Json} from '../../../feel/core.ts'
import {ActionForm, SubmitButton} from '../../../web/router/action-form.tsx'
import {useShell} from '../../../web/router/router-provider.tsx'

import {ownClass} from './parts.tsx'

interface MenuLink {
  readonly label: string
  readonly href: string
  readonly count: string | null
}

interface SiteShell {
  readonly product: string
  readonly description: string
  readonly language: string
  readonly home: string
  /** The screens that the person may open, by the headings of their groups. */
  readonly menu: readonly {readonly title: string | null; readonly items: readonly MenuLink[]}[]
  /** For visitors. */
  readonly signIn: Pick<MenuLink, 'label' | 'href'> | null
  /** The address of the person's account. */
  readonly account: string | null
}

export function useSiteShell(): SiteShell {
  const {product, description, language, home, menu, signIn, person} = useShell()
  return {
    product,
    description,
    language,
    home,
    menu: menu.map(({title, items}) => ({
      title,
      items: items.map(({label, href, count}) => ({label, href, count: count ?? null})),
    })),
    signIn: signIn ? {label: signIn.label, href: signIn.href} : null,
    account: person?.href ?? null,
  }
}

/** Who is signed in, with the fields that the document names for every page. Null for visitors. */
export function useSitePerson(): Readonly<Record<string, Json>> | null {
  const {person} = useShell()
  return person ? {...person.values, id: person.id, name: person.name} : null
}

interface SignOutProps {
  /** Where it leads: by default to sign in. */
  readonly to?: string
  readonly className?: string
  readonly children: ReactNode
}

/** A button that signs out, with or without JavaScript. */
export function SignOut({to, className, children}: SignOutProps) {
  return (
    <ActionForm action={to === undefined ? '/sign-out' : `/sign-out?return=${encodeURIComponent(to)}`}>
      <SubmitButton className={className} {...ownClass(className)} name="_action" value="sign out">
        {children}
      </SubmitButton>
    </ActionForm>
  )
}
