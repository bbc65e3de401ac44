/** Beside a list: kept views, what to show of it, and taking it away or bringing records in. Plain forms in popups. */
import type {ListData} from '../../../contract/records.ts'
import type {Words} from '../../../messages/index.ts'
import {Icon} from '../../components/icon.tsx'

interface ToolProps {
  readonly data: ListData
  readonly path: string
  readonly once: string
  readonly words: Words
}

export function ListTools({data, path, once, words}: ToolProps) {
  return (
    <>
      <Choose data={data} path={path} once={once} words={words} />
      {(data.exported || data.imports) && (
        <details className="menu-of" data-popup="">
          <summary className="button">{words.lists.more}</summary>
          <div className="popup">
            {data.exported && (
              <a className="item" href={data.exported} download data-document="">
                <Icon name="file" />
                {words.lists.exportCsv}
              </a>
            )}
            {data.imports && (
              <a className="item" href={data.imports}>
                <Icon name="plus" />
                {words.lists.importCsv}
              </a>
            )}
          </div>
        </details>
      )}
    </>
  )
}

function Choose({data, path, once, words}: ToolProps) {
  const {choose} = data
  return (
    <details className="menu-of" data-popup="">
      <summary className="button">{words.lists.view}</summary>
      <div className="popup choose">
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
          <form method="post">
            <input type="hidden" name="_once" value={`${once}-keep`} />
            <label>
              {words.lists.viewName}
              <input name="name" maxLength={60} required autoComplete="off" />
            </label>
            <button className="button" type="submit" name="_action" value="save view">
              {words.lists.keepView}
            </button>
          </form>
        )}
      </div>
    </details>
  )
}

export function KeptViews({data, path, once, words}: ToolProps) {
  if (data.views.length === 0) return null
  return (
    <nav className="tabs" aria-label={words.lists.views}>
      <a href={path} aria-current={data.views.some(({current}) => current) || data.narrowed ? undefined : 'page'}>
        {words.lists.all}
      </a>
      {data.views.map(({id, name, href, current}) => (
        <span key={id} className="tab">
          <a href={href} aria-current={current ? 'page' : undefined}>
            {name}
          </a>
          {current && (
            <form method="post">
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
            </form>
          )}
        </span>
      ))}
    </nav>
  )
}
