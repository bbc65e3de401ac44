/** Beside a list: kept views, what to show of it, and taking it away or bringing records in. Plain forms in popups. */

import type {ListData} from '../../../contract/list.ts'
import {Icon} from '../../components/icon.tsx'
import {Popover} from '../../components/popover.tsx'
import {ActionForm} from '../../router/action-form.tsx'
import {Link} from '../../router/link.tsx'
import {useMessages} from '../../router/router-provider.tsx'

interface ToolProps {
  readonly data: ListData
  readonly path: string
  readonly once: string
}

export function ListTools({data, path, once}: ToolProps) {
  const messages = useMessages()
  return (
    <>
      <Choose data={data} path={path} once={once} />
      {(data.exportHref || data.importHref) && (
        <Popover button={messages.lists.more}>
          {data.exportHref && (
            <Link className="item" href={data.exportHref} download reloadDocument>
              <Icon name="file" />
              {messages.lists.exportCsv}
            </Link>
          )}
          {data.importHref && (
            <Link className="item" href={data.importHref}>
              <Icon name="plus" />
              {messages.lists.importCsv}
            </Link>
          )}
        </Popover>
      )}
    </>
  )
}

function Choose({data, path, once}: ToolProps) {
  const messages = useMessages()
  const {viewOptions} = data
  return (
    <Popover button={messages.lists.view} className="choose">
      <form method="get" action={path}>
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
        <button className="button" type="submit">
          {messages.lists.apply}
        </button>
      </form>
      {data.maySaveView && (
        <ActionForm>
          <input type="hidden" name="_once" value={`${once}-keep`} />
          <label>
            {messages.lists.viewName}
            <input name="name" maxLength={60} required autoComplete="off" />
          </label>
          <button className="button" type="submit" name="_action" value="save view">
            {messages.lists.keepView}
          </button>
        </ActionForm>
      )}
    </Popover>
  )
}

export function KeptViews({data, path, once}: ToolProps) {
  const messages = useMessages()
  if (data.views.length === 0) return null
  return (
    <nav className="tabs" aria-label={messages.lists.views}>
      <Link href={path} aria-current={data.views.some(({current}) => current) || data.filtered ? undefined : 'page'}>
        {messages.lists.all}
      </Link>
      {data.views.map(({id, name, href, current}) => (
        <span key={id} className="tab">
          <Link href={href} aria-current={current ? 'page' : undefined}>
            {name}
          </Link>
          {current && (
            <ActionForm>
              <input type="hidden" name="_once" value={`${once}-forget`} />
              <input type="hidden" name="view" value={id} />
              <button
                type="submit"
                name="_action"
                value="forget view"
                aria-label={messages.lists.forgetView(name)}
                title={messages.lists.forgetView(name)}
              >
                ×
              </button>
            </ActionForm>
          )}
        </span>
      ))}
    </nav>
  )
}
