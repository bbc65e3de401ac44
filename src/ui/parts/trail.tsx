/** What happened and what was said, in one line of time. */
import type {HistoryData} from '../records.ts'
import type {Words} from '../words.ts'
import {Face} from './face.tsx'

export function Trail({entries, words}: {entries: readonly HistoryData[]; words: Words}) {
  return (
    <ol className="trail">
      {entries.map(entry => (
        <Event key={entry.id} entry={entry} words={words} />
      ))}
    </ol>
  )
}

const stem = 4

/** “Approved” says that somebody chose “Approve”; “Cancelled” does not say that they withdrew it. */
function isSaidBy({state, what}: HistoryData): boolean {
  return state?.label.slice(0, stem).toLowerCase() === what.slice(0, stem).toLowerCase()
}

function Event({entry, words}: {entry: HistoryData; words: Words}) {
  const {who, state} = entry
  return (
    <li>
      {who && who.name !== '' ? (
        <Face id={who.id} name={who.name} />
      ) : (
        <span className="face nobody" aria-hidden="true">
          ·
        </span>
      )}
      <div>
        <p>
          <b>{who?.name || words.records.itself}</b>{' '}
          {state && <span className={`state ${state.tone}`}>{state.label}</span>}
          {!isSaidBy(entry) && <span className="second">{state ? ` · ${entry.what}` : entry.what}</span>}{' '}
          {entry.at !== '' && (
            <span className="quiet">
              ·{' '}
              <time dateTime={entry.at} title={entry.exact}>
                {entry.when}
              </time>
            </span>
          )}
        </p>
        {entry.said !== null && <p className="words">{entry.said}</p>}
      </div>
    </li>
  )
}
