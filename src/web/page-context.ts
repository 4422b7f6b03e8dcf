import { createContext } from 'preact'
import type { Viewer } from '../platform/http/session/session.ts'

export type PageContext = {
  /** The viewer; null when nobody is signed in. */
  viewer: Viewer | null
  /** The islands on the page that load at once; each adds its own name here. */
  islands: Set<string>
}

export const PageContext = createContext<PageContext>({ viewer: null, islands: new Set() })
