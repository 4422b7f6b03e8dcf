import { type ComponentChild, h, render } from 'preact'
import { ownJson } from '../lib/own-json.ts'

export type Draw = (root: Element, props: string) => void

/** Islands by name: the path of its file in this folder, or otherwise in `public`. */
export type Islands = Readonly<Record<string, () => Promise<Draw>>>

/**
 * Draws an island whose code is loaded. It renders and never hydrates, since hydration keeps
 * attributes as they were when the page is restored from the back/forward cache.
 */
export const draw =
  <P extends object>(Component: (props: P) => ComponentChild): Draw =>
  (root, props) =>
    render(h(Component, ownJson(props)), root)

/** Draws a component of a chunk by its name there. The chunk is loaded when it is first drawn. */
export const late =
  <K extends string>(load: () => Promise<Readonly<Record<NoInfer<K>, (props: never) => ComponentChild>>>, name: K) =>
  async () =>
    draw((await load())[name])
