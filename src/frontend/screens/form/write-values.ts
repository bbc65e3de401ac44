/** Writes values into the controls of a form, as if a person had typed them: each control hears of it. */

export function writeValues(form: HTMLFormElement, values: Readonly<Record<string, string>>): void {
  const changed = Object.entries(values).flatMap(([name, text]) => write(form, name, text) ?? [])
  for (const control of changed) control.dispatchEvent(new Event('input', {bubbles: true}))
}

type WrittenControl = HTMLInputElement | HTMLSelectElement

const isControl = (each: unknown): each is WrittenControl =>
  each instanceof HTMLInputElement || each instanceof HTMLSelectElement

/** A box to tick comes after a hidden `no` of the same name; of several to choose from, the one with the value is chosen. */
function write(form: HTMLFormElement, name: string, text: string): WrittenControl | null {
  const found = form.elements.namedItem(name)
  const controls = (found instanceof RadioNodeList ? [...found] : [found]).filter(isControl)
  const control =
    controls.find(each => each.type === 'checkbox') ??
    controls.find(each => each.type === 'radio' && each.value === text) ??
    controls.at(-1)
  if (!control) return null
  if (control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio'))
    control.checked = text === control.value
  else control.value = text
  return control
}
