import { createContext } from 'preact'
import type { Viewer } from '../http/session.ts'

/** Who looks at the page, for parts that differ by it; null when nobody is signed in. */
export const ViewerContext = createContext<Viewer | null>(null)
