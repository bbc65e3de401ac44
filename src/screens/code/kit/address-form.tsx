/** The values in the address as a form: it works without JavaScript, and with it the page follows what is chosen. */
import {createContext, type ReactNode, useContext} from 'react'
import {useApplyFilters} from '../../../features/collections/components/use-apply-filters.ts'
import {useMessages, usePathname} from '../../../web/router/router-provider.tsx'
import {ownClass} from './parts.tsx'

interface AddressFormProps {
  /** The page follows each choice, and what is typed after a pause. */
  readonly submitOnChange?: boolean
  readonly className?: string
  /** Fields that have the names of values in the address. */
  readonly children: ReactNode
}

const PickContext = createContext(() => {})

/** For fields that change without an event, such as a day that is chosen in a calendar. */
export const usePicked = () => useContext(PickContext)

const nothing = () => {}

/** Values that have no field in it are left out of the address. Without `submitOnChange` it has a button of yours. */
export function AddressForm({submitOnChange = false, className, children}: AddressFormProps) {
  const path = usePathname()
  const {lists} = useMessages()
  const {form, formKey, onChange, onSubmit, onPick} = useApplyFilters()
  return (
    <form
      key={formKey}
      ref={form}
      method="get"
      action={path}
      className={className}
      {...ownClass(className)}
      onChange={submitOnChange ? onChange : undefined}
      onSubmit={onSubmit}
    >
      <PickContext value={submitOnChange ? onPick : nothing}>{children}</PickContext>
      {submitOnChange && (
        <noscript>
          <button className="button" type="submit">
            {lists.show}
          </button>
        </noscript>
      )}
    </form>
  )
}
