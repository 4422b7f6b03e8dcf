import { renderToString } from 'preact-render-to-string'

/** Width and height of the two players for other sites, in CSS pixels. */
export const frameSizes = { card: { width: 480, height: 420 }, line: { width: 480, height: 122 } } as const

export type FrameKind = keyof typeof frameSizes

type Frame = { url: string; title: string; kind: FrameKind; width?: number; height?: number }

// Addresses below the page of a tape have the tape's slug.
const tapePath = /(\/@[^/]+)\/([^/]+)$/

/** Returns the HTML that shows the player of the casset at `url` in a page of another site. */
export const frameHtml = ({ url, title, kind, ...size }: Frame): string =>
  renderToString(
    <iframe
      src={`${url.replace(tapePath, '$1.$2')}/embed${kind === 'line' ? '?size=line' : ''}`}
      {...frameSizes[kind]}
      {...size}
      title={title}
      frameBorder="0"
      loading="lazy"
      allow="autoplay"
    />,
  )
