/**
 * An editor of own code in a form of the product. It gives the attributes of its input to an element of HTML, so that the value is in the form without
 * JavaScript, too. One that does not is shown with the product's control.
 */
import {type ComponentType, type ReactNode, useRef, useState} from 'react'
import type {OptionData} from '../../engine/page/common.ts'
import type {ControlAttributes, EditorProps} from '../../features/forms/components/control.ts'
import {inputAttributes} from '../../features/forms/components/field-control.tsx'
import {type NativeInput, useNativeInput} from '../../web/hooks/use-native-input.ts'

interface EditorInput extends ControlAttributes {
  readonly defaultValue: string
  readonly className: string
  readonly ref: NativeInput['ref']
}

/** What the component of the author gets. */
export interface OwnEditorProps {
  readonly input: EditorInput & Readonly<Record<string, unknown>>
  /** As it is typed now. */
  readonly value: string
  readonly change: (value: string) => void
  readonly label: string
  readonly required: boolean
  readonly options: readonly Pick<OptionData, 'value' | 'label'>[]
}

interface OwnEditorFrame extends EditorProps {
  /** In place of the value of the field. */
  readonly typed: string | null
  readonly Own: ComponentType<OwnEditorProps>
  /** The product's control. */
  readonly children: ReactNode
}

export function OwnEditor({field, attributes, typed, Own, children}: OwnEditorFrame) {
  const [first] = useState(typed ?? field.values[0] ?? '')
  const {ref, value, change} = useNativeInput(first)
  /** Whether the attributes of the input were asked for. */
  const isGiven = useRef(false)
  const {type: _, ...limits} = inputAttributes(field)
  const given = {...attributes, ...limits, className: 'input', defaultValue: first, ref}
  const input = Object.defineProperty({...given}, 'name', {
    enumerable: true,
    get() {
      isGiven.current = true
      return attributes.name
    },
  })
  const options = (field.options ?? []).map(({value: word, label}) => ({value: word, label}))
  return (
    <>
      <Own
        input={input}
        value={value}
        change={change}
        label={field.label}
        required={field.required}
        options={options}
      />
      <WithoutInput isGiven={isGiven}>{children}</WithoutInput>
    </>
  )
}

/** Rendered after the component of the author. */
function WithoutInput({isGiven, children}: {isGiven: {readonly current: boolean}; children: ReactNode}) {
  return isGiven.current ? null : children
}
