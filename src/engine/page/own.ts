/** The names of own code in a build: `FloorPlan` is a screen, `layouts/Public` what is around some. */

export const layoutPart = (layout: string): string => `layouts/${layout}`

export const isLayoutPart = (name: string): boolean => name.startsWith('layouts/')

/** Below the folder of the document, without its ending. */
export const pathOfPart = (name: string): string => (name.includes('/') ? name : `screens/${name}`)
