/** The tools of a list: saved views, display options, export and import. Plain forms in popovers. */

import {useApplyFilters} from '../../features/collections/components/use-apply-filters.ts'
import type {ListData, ViewOptions as ViewOptionsData} from '../../features/collections/data.ts'
import {Icon, IconPath} from '../../web/components/icon.tsx'
import {Popover} from '../../web/components/popover.tsx'
import {ActionForm, IdempotencyKey, SubmitButton} from '../../web/router/action-form.tsx'
import {Link} from '../../web/router/link.tsx'
import {useLocale, useMessages, usePathname} from '../../web/router/router-provider.tsx'

const viewIcon = 'M21 5H11M7 5H3M21 12h-6M11 12H3M21 19h-8M9 19H3M7 3v4M11 10v4M9 17v4'
const moreIcon =
  'M6 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0zM13 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0zM20 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0z'

/** On a phone only the icon is seen. */
function Tool({icon, name}: {icon: string; name: string}) {
  return (
    <>
      <IconPath path={icon} />
      <span>{name}</span>
    </>
  )
}

export function ListTools({data}: {data: ListData}) {
  const messages = useMessages()
  return (
    <>
      <ViewOptions data={data} />
      {(data.exportHref || data.importHref || data.subscribe) && (
        <Popover button={<Tool icon={moreIcon} name={messages.lists.more} />}>
          {data.exportHref && (
            <Link className="item" href={data.exportHref} reloadDocument>
              <Icon name="file" />
              {messages.lists.exportCsv}
            </Link>
          )}
          {data.importHref && (
            <Link className="item" href={data.importHref}>
              <Icon name="plus" />
              {data.importLabel ?? messages.lists.importCsv}
            </Link>
          )}
          {data.subscribe && (
            <Link className="item" href={data.subscribe.href}>
              <Icon name="bell" />
              {data.subscribe.label}
            </Link>
          )}
        </Popover>
      )}
    </>
  )
}

function ViewOptions({data}: {data: ListData}) {
  const messages = useMessages()
  const path = usePathname()
  const {viewOptions} = data
  const {form, formKey, onChange, onSubmit} = useApplyFilters(sent => chosenIn(sent, viewOptions))
  return (
    <Popover button={<Tool icon={viewIcon} name={messages.lists.view} />} className="choose">
      <form key={formKey} ref={form} method="get" action={path} onChange={onChange} onSubmit={onSubmit}>
        {viewOptions.keep.map(({name, value}) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        <fieldset>
          <legend>{messages.lists.columns}</legend>
          {viewOptions.columns.map(({key, label, shown}) => (
            <label key={key} className="choice">
              <input type="checkbox" name="columns" value={key} defaultChecked={shown} />
              {label}
            </label>
          ))}
        </fieldset>
        <label>
          {messages.lists.perPage}
          <select name="size" defaultValue={viewOptions.size}>
            {viewOptions.sizes.map(size => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </select>
        </label>
        <label>
          {messages.lists.rows}
          <select name="rows" defaultValue={viewOptions.compact ? 'close' : ''}>
            <option value="">{messages.lists.roomy}</option>
            <option value="close">{messages.lists.close}</option>
          </select>
        </label>
        <button className="button without-script" type="submit">
          {messages.lists.apply}
        </button>
      </form>
      {data.maySaveView && (
        <ActionForm>
          <IdempotencyKey scope="keep" />
          <label>
            {messages.lists.viewName}
            <input name="name" maxLength={60} required autoComplete="off" />
          </label>
          <SubmitButton className="button" name="_action" value="save view">
            {messages.lists.keepView}
          </SubmitButton>
        </ActionForm>
      )}
    </Popover>
  )
}

/** Default values are not in the address. */
function chosenIn(sent: FormData, {columns, usualSize}: ViewOptionsData): [string, string][] {
  const shown = sent.getAll('columns').map(String)
  const usual = columns.filter(each => each.usual).map(({key}) => key)
  const isUsual = shown.length === 0 || (shown.length === usual.length && usual.every(key => shown.includes(key)))
  const others = [...sent].flatMap(([name, value]): [string, string][] =>
    name === 'columns' || value === '' || (name === 'size' && value === String(usualSize))
      ? []
      : [[name, String(value)]],
  )
  return isUsual ? others : [...others, ['columns', shown.join(',')]]
}

export function SavedViews({data}: {data: ListData}) {
  const messages = useMessages()
  const path = usePathname()
  if (data.views.length === 0) return null
  return (
    <nav className="tabs" aria-label={messages.lists.views}>
      <Link href={path} aria-current={data.views.some(({current}) => current) || data.filtered ? undefined : 'page'}>
        {messages.lists.all} <ViewCount count={data.total} />
      </Link>
      {data.views.map(({id, name, href, current, count}) => (
        <span key={id} className="tab">
          <Link href={href} aria-current={current ? 'page' : undefined}>
            {name} <ViewCount count={count} />
          </Link>
          {current && (
            <ActionForm>
              <IdempotencyKey scope="forget" />
              <input type="hidden" name="view" value={id} />
              <SubmitButton
                name="_action"
                value="forget view"
                aria-label={messages.lists.forgetView(name)}
                title={messages.lists.forgetView(name)}
              >
                ×
              </SubmitButton>
            </ActionForm>
          )}
        </span>
      ))}
    </nav>
  )
}

/** Counting stops if it would take long. */
function ViewCount({count}: {count: ListData['count'] | null}) {
  const language = useLocale()
  if (!count) return null
  const format = new Intl.NumberFormat(language)
  return (
    <span className="muted num">
      {'exact' in count ? format.format(count.exact) : `${format.format(count.moreThan)}+`}
    </span>
  )
}
