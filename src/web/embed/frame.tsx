import { renderToString } from 'preact-render-to-string'

/** Width and height of the two players for other sites, in CSS pixels. */
export const frameSizes = { card: { width: 480, height: 420 }, line: { width: 480, height: 122 } } as const

export type FrameKind = keyof typeof frameSizes

type Frame = { origin: string; slug: string; title: string; kind: FrameKind; width?: number; height?: number }

export const embedPath = (slug: string): string => `/@${slug}/embed`

export const frameHtml = ({ origin, slug, title, kind, ...size }: Frame): string =>
  renderToString(
    <iframe
      src={`${origin}${embedPath(slug)}${kind === 'line' ? '?size=line' : ''}`}
      {...frameSizes[kind]}
      {...size}
      title={title}
      frameBorder="0"
      loading="lazy"
      allow="autoplay"
    />,
  )
