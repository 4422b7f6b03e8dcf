import type { ComponentType, HTMLAttributes, JSX } from 'preact'
import { useContext } from 'preact/hooks'
import { PageContext } from '../page-context.ts'

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'c-island': HTMLAttributes<HTMLElement> & Record<`data-${string}`, string>
    }
  }
}

/**
 * Returns the server's half of an island: the same component, rendered once here and started in the
 * browser under `name`, the path of its file in public/islands. Its code is preloaded with the
 * page; `visible` ones load when they come near the viewport.
 */
export function island<P extends object>(name: string, Component: ComponentType<P>, on: 'load' | 'visible' = 'load') {
  return (props: P): JSX.Element => {
    const { islands } = useContext(PageContext)
    if (on === 'load') islands.add(name)
    return (
      <c-island data-name={name} data-on={on} data-props={JSON.stringify(props)}>
        <Component {...props} />
      </c-island>
    )
  }
}
