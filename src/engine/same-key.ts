/**
 * A short key for conditions and other plain data: equal ones have the same, whoever made them. What stays the same object from request to
 * request is looked at once.
 */

const byObject = new WeakMap<object, string>()
const byText = new Map<string, string>()
const mostTexts = 1000
let made = 0

export function sameKey(of: object): string {
  const known = byObject.get(of)
  if (known !== undefined) return known
  const text = JSON.stringify(of)
  const key = byText.get(text) ?? `#${made++}`
  // Keys are never given twice, so that forgetting one costs no more than working something out again.
  if (byText.size >= mostTexts) byText.clear()
  byText.set(text, key)
  byObject.set(of, key)
  return key
}
