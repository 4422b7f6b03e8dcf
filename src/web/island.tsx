import type { ComponentType, HTMLAttributes, JSX } from 'preact'

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'c-island': HTMLAttributes<HTMLElement> & Record<`data-${string}`, string>
    }
  }
}

/**
 * The server's half of an island: the same component, rendered once here and taken over in the browser under `name`
 * (public/islands/registry.ts). `visible` ones wait until they come near the window.
 */
export function island<P extends object>(name: string, Component: ComponentType<P>, on: 'load' | 'visible' = 'load') {
  return (props: P): JSX.Element => (
    <c-island data-name={name} data-on={on} data-props={JSON.stringify(props)}>
      <Component {...props} />
    </c-island>
  )
}
