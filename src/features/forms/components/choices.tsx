/** Controls for choosing one or several of a few options. */

import type {Ref} from 'react'
import type {OptionData} from '../../../engine/page/common.ts'
import {IconPath} from '../../../web/components/icon.tsx'
import {useMessages} from '../../../web/router/router-provider.tsx'
import type {FormFieldData} from '../data.ts'
import type {ControlAttributes} from './control.ts'

export interface SelectProps {
  readonly field: FormFieldData
  readonly options: readonly OptionData[]
  readonly attributes: ControlAttributes
  readonly ref?: Ref<HTMLSelectElement>
}

export function Select({field, options, attributes, ref}: SelectProps) {
  const {forms} = useMessages()
  const {none} = field
  return (
    <select {...attributes} ref={ref} defaultValue={field.values.at(-1) ?? ''} className="input">
      {none !== null && <option value="">{none ?? forms.choose}</option>}
      {inGroups(options).map(([first, ...others]) =>
        first.group === undefined ? (
          choiceOption(first)
        ) : (
          <optgroup key={first.group} label={first.group}>
            {[first, ...others].map(choiceOption)}
          </optgroup>
        ),
      )}
    </select>
  )
}

export function useYesOrNo(): OptionData[] {
  const {forms} = useMessages()
  return [
    {value: 'yes', label: forms.yes},
    {value: 'no', label: forms.no},
  ]
}

type OptionGroup = [OptionData, ...OptionData[]]

/** An option without a group is alone. */
function inGroups(options: readonly OptionData[]): OptionGroup[] {
  const groups: OptionGroup[] = []
  for (const option of options) {
    const last = groups.at(-1)
    if (last && option.group !== undefined && last[0].group === option.group) last.push(option)
    else groups.push([option])
  }
  return groups
}

const choiceOption = ({value, label, plain = label, language}: OptionData) => (
  <option key={value} value={value} lang={language}>
    {plain}
  </option>
)

export interface ChoiceCardsProps {
  readonly field: FormFieldData
  readonly id: string
  readonly labelledBy: string
}

/** One of a few, each with the facts that matter; rarely chosen ones are under More. */
export function ChoiceCards({field, id, labelledBy}: ChoiceCardsProps) {
  const {lists} = useMessages()
  const {options, cards = 0, values} = field
  const shown = options?.slice(0, cards) ?? []
  const others = options?.slice(cards) ?? []
  const card = (option: OptionData, index: number) => (
    <ChoiceCard
      key={option.value}
      option={option}
      name={field.name}
      id={index === 0 ? id : undefined}
      isChosen={option.value === values.at(-1)}
    />
  )
  return (
    <div
      className="choice-cards"
      role="radiogroup"
      aria-labelledby={labelledBy}
      aria-required={field.required || undefined}
    >
      {shown.map(card)}
      {others.length > 0 && (
        <details open={others.some(({value}) => value === values.at(-1))}>
          <summary className="choice-card">
            <span>{lists.more}</span>
            <small>{others.map(({label}) => label).join(', ')}</small>
          </summary>
          <div className="choice-cards">{others.map(option => card(option, -1))}</div>
        </details>
      )}
    </div>
  )
}

interface ChoiceCardProps {
  readonly option: OptionData
  readonly name: string
  readonly id: string | undefined
  readonly isChosen: boolean
}

function ChoiceCard({option: {value, label, mark, note}, name, id, isChosen}: ChoiceCardProps) {
  const hue = mark?.colour === undefined ? '' : ` hue hue-${mark.colour}`
  return (
    <label className={`choice-card${hue}`}>
      <input id={id} type="radio" name={name} value={value} defaultChecked={isChosen} />
      {mark?.icon !== undefined ? (
        <IconPath path={mark.icon} />
      ) : (
        mark?.colour !== undefined && <i className="swatch" aria-hidden="true" />
      )}
      <span>{label}</span>
      <small>{note}</small>
    </label>
  )
}

/** The empty value before them means that none is ticked. Many of them scroll in a box. */
export function Checkboxes({field, id}: {field: FormFieldData; id: string}) {
  const options = field.options ?? []
  return (
    <>
      <input type="hidden" name={field.name} value="" />
      <div className={options.length > 12 ? 'choices many' : 'choices'}>
        {options.map((option, index) => (
          <label key={option.value} className="check">
            <input {...choiceBox(field, option)} id={index === 0 ? id : undefined} />
            {option.label}
          </label>
        ))}
      </div>
    </>
  )
}

/** Gets the boxes by their values, for a picker that takes their place. */
type BoxesByValue = Map<string, HTMLInputElement>

/** The attributes of the checkbox of an option. */
export function choiceBox({name, values}: FormFieldData, {value}: OptionData, boxes?: BoxesByValue) {
  const ref = (box: HTMLInputElement | null) => {
    if (box) boxes?.set(value, box)
  }
  return {ref, type: 'checkbox', name, value, defaultChecked: values.includes(value)} as const
}
