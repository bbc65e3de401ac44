/** Writes values into the controls of a form, as if a person had typed them: each control hears of it. */

export function writeValues(form: HTMLFormElement, values: Readonly<Record<string, string>>): void {
  const changed = Object.entries(values).flatMap(([name, text]) => write(form, name, text) ?? [])
  for (const control of changed) control.dispatchEvent(new Event('input', {bubbles: true}))
}

/** A box to tick comes after a hidden `no` of the same name. */
function write(form: HTMLFormElement, name: string, text: string): HTMLInputElement | null {
  const found = form.elements.namedItem(name)
  const controls = (found instanceof RadioNodeList ? [...found] : [found]).filter(
    each => each instanceof HTMLInputElement,
  )
  const control = controls.find(({type}) => type === 'checkbox') ?? controls.at(-1)
  if (!control) return null
  if (control.type === 'checkbox') control.checked = text === control.value
  else control.value = text
  return control
}
