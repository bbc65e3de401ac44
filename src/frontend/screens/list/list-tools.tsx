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
  const words = useMessages()
  return (
    <>
      <Choose data={data} path={path} once={once} />
      {(data.exported || data.imports) && (
        <Popover button={words.lists.more}>
          {data.exported && (
            <Link className="item" href={data.exported} download reloadDocument>
              <Icon name="file" />
              {words.lists.exportCsv}
            </Link>
          )}
          {data.imports && (
            <Link className="item" href={data.imports}>
              <Icon name="plus" />
              {words.lists.importCsv}
            </Link>
          )}
        </Popover>
      )}
    </>
  )
}

function Choose({data, path, once}: ToolProps) {
  const words = useMessages()
  const {choose} = data
  return (
    <Popover button={words.lists.view} className="choose">
      <form method="get" action={path}>
        {choose.keep.map(({name, value}) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        <fieldset>
          <legend>{words.lists.columns}</legend>
          {choose.columns.map(({key, label, shown}) => (
            <label key={key} className="choice">
              <input type="checkbox" name="columns" value={key} defaultChecked={shown} />
              {label}
            </label>
          ))}
        </fieldset>
        <label>
          {words.lists.perPage}
          <select name="size" defaultValue={choose.size}>
            {choose.sizes.map(size => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </select>
        </label>
        <label>
          {words.lists.rows}
          <select name="rows" defaultValue={choose.close ? 'close' : ''}>
            <option value="">{words.lists.roomy}</option>
            <option value="close">{words.lists.close}</option>
          </select>
        </label>
        <button className="button" type="submit">
          {words.lists.apply}
        </button>
      </form>
      {data.mayKeep && (
        <ActionForm>
          <input type="hidden" name="_once" value={`${once}-keep`} />
          <label>
            {words.lists.viewName}
            <input name="name" maxLength={60} required autoComplete="off" />
          </label>
          <button className="button" type="submit" name="_action" value="save view">
            {words.lists.keepView}
          </button>
        </ActionForm>
      )}
    </Popover>
  )
}

export function KeptViews({data, path, once}: ToolProps) {
  const words = useMessages()
  if (data.views.length === 0) return null
  return (
    <nav className="tabs" aria-label={words.lists.views}>
      <Link href={path} aria-current={data.views.some(({current}) => current) || data.narrowed ? undefined : 'page'}>
        {words.lists.all}
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
                aria-label={words.lists.forgetView(name)}
                title={words.lists.forgetView(name)}
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
