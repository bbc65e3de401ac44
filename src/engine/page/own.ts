/** The names of own code in a build: `FloorPlan` is a screen, `layouts/Public` what is around some. */

export const layoutPart = (layout: string): string => `layouts/${layout}`

/** What shows or edits a field, a card, and a section of a record. */
export const fieldPart = (component: string): string => `fields/${component}`
export const cardPart = (component: string): string => `cards/${component}`

export const isLayoutPart = (name: string): boolean => name.startsWith('layouts/')

/** A part of a built-in screen. */
export const isWithinScreen = (name: string): boolean => /^(?:fields|cards|sections)\//.test(name)

/** Below the folder of the document, without its ending. */
export const pathOfPart = (name: string): string => (name.includes('/') ? name : `screens/${name}`)
