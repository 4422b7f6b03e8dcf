import { findPages } from '../platform/build/find-pages.ts' with { type: 'macro' }
import type { ListedPage, RouteOf } from './page.tsx'

/**
 * Every page of the service except its API, found in the folder `page`: the router takes each. Its
 * code is loaded when it is first visited: no start waits for it.
 */
export const pages: readonly (ListedPage & { readonly name: string })[] = findPages().map(({ file, name, path }) => ({
  name,
  path,
  async load() {
    const exported: Readonly<Record<string, RouteOf>> = await import(`./page/${file}`)
    const route = exported[name]
    if (route === undefined) throw new Error(`${file} exports no ${name}.`)
    return route
  },
}))
