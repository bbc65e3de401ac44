/** What a search across everything found, by what it is; and what it says when there is nothing. */

import type {FoundGroup, FoundRecord, SearchData} from '../../../contract/search.ts'
import {type Words, wordsFor} from '../../../messages/index.ts'
import {Face} from '../../components/avatar.tsx'
import {numberFormat} from '../../components/number-format.ts'
import type {ViewProps} from '../../view.ts'

export function Search({data, page}: ViewProps<SearchData>) {
  const words = wordsFor(page.shell.language)
  const {sought, groups} = data
  return (
    <>
      <div className="head">
        <div>
          <h1 tabIndex={-1}>{words.search.heading}</h1>
          {sought === '' ? <p>{words.search.start}</p> : groups.length > 0 && <p>{words.search.found(sought)}</p>}
        </div>
      </div>
      {sought !== '' && groups.length === 0 && (
        <section className="card nothing">
          <p>
            <b>{words.search.nothing(sought)}</b>
          </p>
          <p>{words.search.nothingHelp}</p>
        </section>
      )}
      {groups.map(group => (
        <Group key={group.heading} group={group} language={page.shell.language} words={words} />
      ))}
    </>
  )
}

function Group({group, language, words}: {group: FoundGroup; language: string; words: Words}) {
  const format = numberFormat(language)
  const count = 'exact' in group.count ? format.format(group.count.exact) : `${format.format(group.count.moreThan)}+`
  return (
    <section className="card plain found" aria-label={group.heading}>
      <h2>
        {group.heading} <span className="quiet">{count}</span>
        {group.more !== null && <a href={group.more}>{words.search.more}</a>}
      </h2>
      <ul>
        {group.records.map(record => (
          <li key={record.id} data-row="">
            <Found record={record} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Found({record}: {record: FoundRecord}) {
  const name = (
    <>
      {record.person && <Face id={record.id} name={record.name} />}
      <span className="name">{record.name}</span>
      {record.about !== '' && <span className="quiet small num">{record.about}</span>}
      {record.state && <span className={`state ${record.state.tone}`}>{record.state.text}</span>}
    </>
  )
  return record.href === null ? (
    <span className="hit">{name}</span>
  ) : (
    <a className="hit" href={record.href}>
      {name}
    </a>
  )
}
