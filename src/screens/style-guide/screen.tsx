/** Every component in every state on one page, for design work. */

import type {ReactNode} from 'react'
import {Bars} from '../../features/charts/components/chart-bars.tsx'
import {Donut} from '../../features/charts/components/chart-donut.tsx'
import {ActionButton} from '../../features/forms/components/action-button.tsx'
import {FormErrors} from '../../features/forms/components/error-summary.tsx'
import {Control} from '../../features/forms/components/field-control.tsx'
import {FormStateProvider} from '../../features/forms/components/form-state.tsx'
import {ActivityFeed} from '../../features/records/components/activity-feed.tsx'
import {StatePath} from '../../features/records/components/state-path.tsx'
import {FailedSection} from '../../web/components/boundaries.tsx'
import {Person} from '../../web/components/cell.tsx'
import {DataTable} from '../../web/components/data-table.tsx'
import {Icon} from '../../web/components/icon.tsx'
import {Mark} from '../../web/components/mark.tsx'
import {PageHead} from '../../web/components/top-bar.tsx'
import {Link} from '../../web/router/link.tsx'
import {usePage} from '../../web/router/router-provider.tsx'
import type {ScreenProps} from '../../web/screen.tsx'

export function StyleGuideScreen({data}: ScreenProps<'style-guide'>) {
  const page = usePage()
  const {points} = page.shell
  const {sections, buttons} = data.texts
  return (
    <>
      <PageHead>
        <div>
          <h1 tabIndex={-1}>{data.texts.heading}</h1>
          <p>{data.texts.intro}</p>
        </div>
        <Mark points={points} />
      </PageHead>
      <Shown title={sections.buttons}>
        <div className="buttons">
          <button className="button primary" type="button">
            <Icon name="plus" />
            {buttons.primary}
          </button>
          <button className="button" type="button">
            {buttons.plain}
          </button>
          <button className="button danger" type="button">
            {buttons.danger}
          </button>
          <button className="button ghost" type="button">
            {buttons.ghost}
          </button>
          <button className="button" type="button" aria-disabled="true">
            {buttons.busy}
          </button>
        </div>
      </Shown>
      <Shown title={sections.states}>
        <div className="buttons">
          {data.states.map(({tone, text}) => (
            <span key={tone} className={`state ${tone}`}>
              {text}
            </span>
          ))}
        </div>
      </Shown>
      <Shown title={sections.people}>
        <div className="buttons">
          {data.people.map(({id, name}) => (
            <Person key={id} id={id} name={name} />
          ))}
        </div>
      </Shown>
      <section className="card plain with-table">
        <h2>{sections.table}</h2>
        <DataTable columns={data.columns} records={data.records} />
      </section>
      <Shown title={sections.fields}>
        <form className="form" method="get">
          <FormStateProvider problems={data.problems}>
            <FormErrors />
            {data.fields.map(field => (
              <Control key={field.name} field={field} />
            ))}
          </FormStateProvider>
        </form>
      </Shown>
      <Shown title={sections.notices}>
        <p className="said" role="status">
          {data.texts.said}
        </p>
        <FailedSection reference="ABCD-2345" />
      </Shown>
      <Shown title={sections.dialog}>
        <div className="buttons">
          {data.actions.map(action => (
            <ActionButton key={action.name} action={action} version={1} />
          ))}
        </div>
      </Shown>
      <section className="card nothing">
        <h2>{sections.empty}</h2>
        <p>{data.texts.nothing}</p>
        <Link className="button" href={page.url}>
          {buttons.plain}
        </Link>
      </section>
      <Shown title={sections.path}>
        <StatePath steps={data.steps} />
        <ActivityFeed entries={data.history} />
      </Shown>
      <div className="cards">
        <section className="card w6">
          <h2>{sections.charts}</h2>
          <Bars body={data.bars} />
        </section>
        <section className="card w6">
          <h2>{sections.charts}</h2>
          <Donut body={data.donut} />
        </section>
      </div>
    </>
  )
}

function Shown({title, children}: {title: string; children: ReactNode}) {
  return (
    <section className="card sample">
      <h2>{title}</h2>
      {children}
    </section>
  )
}
