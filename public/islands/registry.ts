import { type ComponentType, h, render } from 'preact'

/** Draws an island into its element from the properties the server wrote there. */
export type Draw = (root: Element, props: string) => void

// render, never hydrate: hydration keeps attributes as they were when the page is taken out of the back/forward cache.
const draw =
  <P extends object>(Component: ComponentType<P>): Draw =>
  (root, props) =>
    render(h(Component, JSON.parse(props)), root)

/** One dynamic import an island: each is its own chunk and loads only on pages that use it. */
export const islands: Readonly<Record<string, () => Promise<Draw>>> = {
  deck: async () => draw((await import('./deck.tsx')).default),
  tracks: async () => draw((await import('./tracks.tsx')).default),
  'play-page': async () => draw((await import('./play-page.tsx')).default),
  'play-tape': async () => draw((await import('./play-tape.tsx')).default),
  share: async () => draw((await import('./share.tsx')).default),
  words: async () => draw((await import('./words.tsx')).default),
}
