import { createContext } from 'preact'
import type { Viewer } from '../http/session.ts'

/** What a page's parts share while it is rendered. */
export type PageContext = {
  /** Who looks at the page; null when nobody is signed in. */
  viewer: Viewer | null
  /** The islands on it that load at once: each notes its own name here. */
  islands: Set<string>
}

/** The context of the page that is being rendered. */
export const PageContext = createContext<PageContext>({ viewer: null, islands: new Set() })
