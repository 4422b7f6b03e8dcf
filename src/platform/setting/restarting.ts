import { givenState } from '../own-state.ts'
import type { Env } from './environment.ts'

/** Serves the site with its present settings, from the next request on (rule: desk). */
export type Restarting = { restart(): Promise<void> }

/** The settings of the environment, which the desk cannot change. */
export const environmentOf = givenState<Env>('environment')

/** How the site takes up changed settings; given where it is served. */
export const restartingOf = givenState<Restarting>('way to restart')
