/** A page with every component in every state, with made-up data; served only by `nonet dev`. */
import {arc, pie} from 'd3-shape'
import type {ShownField} from '../../engine/page/cells.ts'
import type {OpenScreen} from '../../engine/reply.ts'
import {noActions} from '../../engine/screen-context.ts'
import type {ActionData, FormFieldData} from '../../features/forms/data.ts'
import type {Messages} from '../../messages/index.ts'
import type {StyleGuideData} from './data.ts'

export const styleGuidePath = '/_parts'

export function styleGuideScreen(words: Messages): OpenScreen {
  const data = partsData(words.styleGuide)
  return {
    load: () => ({kind: 'page', status: 200, title: words.styleGuide.heading, screen: 'style-guide', data}),
    actions: noActions,
  }
}

type PartWords = Messages['styleGuide']

const tones = ['idle', 'wait', 'info', 'good', 'live', 'bad', 'over'] as const
const names = ['Anna Moreau', 'Jonas Lind', 'Sara Koch', 'Rui Oliveira', 'Łukasz Wójcik', 'Ngô Thị Mai']

function partsData(words: PartWords): StyleGuideData {
  const states = tones.map(tone => ({tone, text: words.tones[tone]}))
  const {heading, intro, sections, buttons, said, nothing} = words
  return {
    texts: {heading, intro, sections, buttons, said, nothing},
    fields: controls.map((control, index) => fieldOf(control, index, words)),
    problems: [
      {field: 'p-line', label: words.field, message: words.problem},
      {field: null, message: words.problem},
    ],
    states,
    people: names.map(name => ({id: name, name})),
    columns: columnsOf(words),
    records: names.slice(0, 4).map((name, index) => recordOf(name, index, words)),
    actions: actionsOf(words),
    steps: [
      {label: words.tones.idle, at: 'done', tone: 'idle'},
      {label: words.tones.wait, at: 'now', tone: 'wait'},
      {label: words.tones.good, at: 'ahead', tone: 'good'},
    ],
    history: historyOf(words),
    ...chartsOf(states),
  }
}

const controls = [
  'line',
  'area',
  'number',
  'date',
  'time',
  'date and time',
  'yes/no',
  'choice',
  'choices',
  'file',
] as const

function fieldOf(control: (typeof controls)[number], index: number, words: PartWords): FormFieldData {
  const hasOptions = control.startsWith('choice')
  return {
    name: `p-${control.replaceAll(/\W+/g, '-')}`,
    label: `${words.field}: ${control}`,
    help: index % 2 === 0 ? words.help : '',
    required: index % 3 === 0,
    control,
    attributes: {},
    options: hasOptions ? tones.map(tone => ({value: tone, label: words.tones[tone]})) : null,
    values: control === 'line' ? [words.sample] : hasOptions ? ['wait'] : [],
  }
}

function columnsOf(words: PartWords): ShownField[] {
  const displays = ['person', 'text', 'time', 'number', 'state'] as const
  const toned = Object.fromEntries(tones.map(tone => [tone, tone]))
  return displays.map(display => ({
    key: display,
    label: words.columns[display],
    help: '',
    display,
    ...(display === 'state' ? {tones: toned} : {}),
  }))
}

function recordOf(name: string, index: number, words: PartWords) {
  const tone = tones[index] ?? 'idle'
  const cells = [
    {text: name, value: name},
    {text: index === 2 ? '' : words.sample, value: words.sample},
    {text: `${index + 3}.12.2026`, value: `2026-12-0${index + 3}`},
    {text: String(index * 2.5), value: index * 2.5},
    {text: words.tones[tone], value: tone},
  ]
  return {id: name, href: styleGuidePath, cells}
}

function actionsOf(words: PartWords): ActionData[] {
  return (['primary', 'plain', 'danger'] as const).map(tone => ({
    name: `part-${tone}`,
    label: words.buttons[tone],
    tone,
    href: styleGuidePath,
    inputs: tone === 'danger' ? [fieldOf('area', 1, words)] : [],
    problems: [],
    open: false,
  }))
}

function historyOf(words: PartWords): StyleGuideData['history'] {
  const [who = ''] = names
  const at = {at: '2026-12-03T09:00:00Z', when: '3.12.2026', exact: '3.12.2026, 10:00'}
  return [
    {id: '1', ...at, who: {id: who, name: who}, by: who, what: words.buttons.primary, state: null, comment: null},
    {
      id: '2',
      ...at,
      who: {id: who, name: who},
      by: who,
      what: words.buttons.plain,
      state: {label: words.tones.good, tone: 'good'},
      comment: words.help,
    },
    {
      id: '3',
      ...at,
      who: null,
      by: words.nobody,
      what: words.tones.over,
      state: {label: words.tones.over, tone: 'over'},
      comment: null,
    },
  ]
}

function chartsOf(states: StyleGuideData['states']): Pick<StyleGuideData, 'bars' | 'donut'> {
  const counted = states.map(({tone, text}, index) => ({
    label: text,
    text: String(index + 1),
    value: index + 1,
    href: null,
    tone,
  }))
  const draw = arc<{startAngle: number; endAngle: number}>().innerRadius(34).outerRadius(50)
  const slices = pie<number>().sort(null)(counted.map(({value}) => value))
  const total = counted.reduce((sum, {value}) => sum + value, 0)
  return {
    bars: {
      as: 'bars',
      unit: '',
      more: false,
      groups: counted.map(each => ({...each, share: (each.value / states.length) * 100})),
    },
    donut: {
      as: 'donut',
      unit: '',
      total: String(total),
      groups: counted.map((each, index) => {
        const slice = slices[index] ?? {startAngle: 0, endAngle: 0}
        return {...each, percent: `${Math.round((each.value / total) * 100)} %`, path: draw(slice) ?? ''}
      }),
    },
  }
}
