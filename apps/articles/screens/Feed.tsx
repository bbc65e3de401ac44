/** The start page: feeds to choose from, articles page by page, and the tags that are used most. */
import {href, Link, type ScreenProps, usePerson} from 'nonet/screen'
import type {ReactNode} from 'react'
import {Articles} from './Articles'

type Home = ScreenProps<'Home'>

interface FeedProps {
  readonly articles: Home['data']['articles']
  readonly tags: Home['data']['tags']
  readonly actions: Home['actions']
  /** Null on the page of a tag. */
  readonly feed: Home['address']['feed'] | null
  readonly tag: string | null
  readonly empty: ReactNode
}

export function Feed({articles, tags, actions, feed, tag, empty}: FeedProps) {
  const person = usePerson()
  const popular = mostUsed(tags.rows)
  return (
    <div className="home-page">
      {!person && (
        <div className="banner">
          <div className="container">
            <p className="logo-font">conduit</p>
            <p>A place to share what you know.</p>
          </div>
        </div>
      )}
      <h1 className="visually-hidden">{tag === null ? 'Articles' : `Articles about ${tag}`}</h1>
      <div className="container page columns">
        <div className="main-column">
          <div className="feed-toggle">
            <ul className="nav nav-pills" aria-label="Feeds">
              {person && (
                <Tab to={href('Home', {feed: 'following'})} isShown={feed === 'following'}>
                  Your Feed
                </Tab>
              )}
              <Tab to={href('Home')} isShown={feed === 'everyone'}>
                Global Feed
              </Tab>
              {tag !== null && (
                <Tab to={href('Tag', {tag})} isShown>
                  # {tag}
                </Tab>
              )}
            </ul>
          </div>
          <Articles of={articles} actions={actions} query={feed === 'following' ? {feed} : {}} empty={empty} />
        </div>
        {popular.length > 0 && (
          <aside className="sidebar" aria-labelledby="popular-tags">
            <p id="popular-tags">Popular Tags</p>
            <div className="tag-list">
              {popular.map(({id, name}) => (
                <Link key={id} className="tag-pill tag-default" href={href('Tag', {tag: name})}>
                  {name}
                </Link>
              ))}
            </div>
          </aside>
        )}
      </div>
    </div>
  )
}

/** Of the newest tags, those of most articles. */
const mostUsed = (tags: FeedProps['tags']['rows']): FeedProps['tags']['rows'] => {
  const usesOf = ({articles}: (typeof tags)[number]) => articles ?? 0
  return tags
    .filter(tag => usesOf(tag) > 0)
    .toSorted((a, b) => usesOf(b) - usesOf(a))
    .slice(0, 40)
}

interface TabProps {
  readonly to: string
  readonly isShown: boolean
  readonly children: ReactNode
}

export function Tab({to, isShown, children}: TabProps) {
  return (
    <li className="nav-item">
      <Link
        className={isShown ? 'nav-link active' : 'nav-link'}
        href={to}
        keepPlace
        aria-current={isShown ? 'page' : undefined}
      >
        {children}
      </Link>
    </li>
  )
}
