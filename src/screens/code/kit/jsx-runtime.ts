/**
 * Elements of own code. One with a class of the author's is marked: rules of the product that name a class leave it alone, whatever its classes are called
 * (scripts/own-classes.ts).
 */
import type {ElementType, Key} from 'react'
import * as runtime from 'react/jsx-runtime'

interface ElementProps {
  readonly className?: unknown
}

const withMark = <Props extends ElementProps>(type: ElementType, props: Props): Props =>
  typeof type === 'string' && props.className !== undefined ? {...props, 'data-own-class': ''} : props

export const {Fragment} = runtime

export const jsx = (type: ElementType, props: ElementProps, key?: Key) => runtime.jsx(type, withMark(type, props), key)

export const jsxs = (type: ElementType, props: ElementProps, key?: Key) =>
  runtime.jsxs(type, withMark(type, props), key)
