/** Global search results by entity, and the empty state. */

import {useRef} from 'react'
import type {LinkData} from '../../engine/page/common.ts'
import type {FoundGroup, FoundRecordData} from '../../engine/page/search.ts'
import {countText} from '../../features/collections/components/number-format.ts'
import {Avatar} from '../../web/components/avatar.tsx'
import {Marked} from '../../web/components/cell.tsx'
import {SearchBox} from '../../web/components/command-palette/search-box.tsx'
import {Icon, PageIcon} from '../../web/components/icon.tsx'
import {OptionalLink} from '../../web/components/optional-link.tsx'
import {PageHead} from '../../web/components/top-bar.tsx'
import {Link} from '../../web/router/link.tsx'
import {useLocale, useMessages, usePage} from '../../web/router/router-provider.tsx'
import type {ScreenProps} from '../../web/screen.tsx'

export function SearchScreen({data}: ScreenProps<'search'>) {
  const {search: messages} = useMessages()
  const {query, groups} = data
  const {shell} = usePage()
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <PageHead>
        <div>
          <h1 tabIndex={-1}>{messages.heading}</h1>
          {query === '' ? <p>{messages.start}</p> : groups.length > 0 && <p>{messages.found(query)}</p>}
        </div>
        {data.all !== null && (
          <Link className="button" href={data.all}>
            {messages.all}
          </Link>
        )}
      </PageHead>
      {shell.search && (
        <div className="on-phone">
          <SearchBox search={shell.search} ref={field} id="find-here" />
        </div>
      )}
      {data.create.length > 0 && <Create links={data.create} />}
      {query !== '' && groups.length === 0 && (
        <section className="card nothing">
          <p>
            <b>{messages.nothing(query)}</b>
          </p>
          <p>{messages.nothingHelp}</p>
        </section>
      )}
      {groups.map(group => (
        <Group key={group.heading} group={group} />
      ))}
    </>
  )
}

/** Forms for new records, which are in no menu. */
function Create({links}: {links: readonly LinkData[]}) {
  const {search} = useMessages()
  return (
    <section className="card plain found" aria-label={search.create}>
      <h2>{search.create}</h2>
      <ul>
        {links.map(({label, href}) => (
          <li key={href} data-row="">
            <Link className="hit" href={href}>
              <Icon name="plus" />
              <span className="name">{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Group({group}: {group: FoundGroup}) {
  const language = useLocale()
  const {search: messages} = useMessages()
  return (
    <section className="card plain found" aria-label={group.heading}>
      <h2>
        {group.heading} <span className="muted">{countText(group.count, language)}</span>
        {group.more !== null && <Link href={group.more}>{messages.more}</Link>}
      </h2>
      <ul>
        {group.records.map(record => (
          <li key={record.id} data-row="">
            <Found record={record} icon={group.icon} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Found({record, icon}: {record: FoundRecordData; icon: string}) {
  const {mark, about, date} = record
  const aside = [about, date].filter(text => text !== '').join(' · ')
  const name = (
    <>
      {record.person ? <Avatar id={record.id} name={record.name} /> : !mark && <PageIcon icon={icon} />}
      <span className="name">{mark ? <Marked mark={mark} text={record.name} /> : record.name}</span>
      {aside !== '' && <span className="muted small num">{aside}</span>}
      {record.state && <span className={`state ${record.state.tone}`}>{record.state.text}</span>}
    </>
  )
  return (
    <OptionalLink className="hit" href={record.href}>
      {name}
    </OptionalLink>
  )
}
