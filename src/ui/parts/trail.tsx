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
          <b>{who?.name || words.records.itself}</b> <span className="second">{entry.what}</span>{' '}
          {state && <span className={`state ${state.tone}`}>{state.label}</span>}{' '}
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
