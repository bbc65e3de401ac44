/** What was typed into textareas before hydration. React keeps the text of inputs then, but not of a textarea with a default. */

const typed = new WeakMap<HTMLTextAreaElement, string>()

/** Called before hydration starts; hydration may take a while, and typing continues. */
export function watchTyping(root: HTMLElement): void {
  for (const textarea of root.querySelectorAll('textarea'))
    if (textarea.value !== textarea.defaultValue) typed.set(textarea, textarea.value)
  root.addEventListener('input', ({target}) => {
    if (target instanceof HTMLTextAreaElement) typed.set(target, target.value)
  })
}

/** Null if nothing was typed. */
export function typedBeforeHydration(textarea: HTMLTextAreaElement): string | null {
  return typed.get(textarea) ?? null
}
