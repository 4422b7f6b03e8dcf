import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Extra } from '../../src/casset/extra/shape.ts'
import type { ConvertedFormat } from '../../src/lib/audio/converted-formats.ts'
import { say } from '../../src/lib/language/say.ts'
import { pagePath } from '../../src/lib/text/slug.ts'
import { DownloadLinks, downloadsOf } from './download-links.tsx'
import { ExtraLinks, extrasAt } from './extra-links.tsx'

type NewCassetProps = {
  slug: string
  name: string
  title: string
  text: ComponentChildren
  formats: readonly ConvertedFormat[]
  extras: readonly Extra[]
  /** Whether something of it is open; of a preorder it may be nothing yet. */
  hasMusic: boolean
  children?: ComponentChildren
}

/** The title takes the focus. */
export function NewCasset({ slug, name, title, text, formats, extras, hasMusic, children }: NewCassetProps) {
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => head.current?.focus(), [])
  return (
    <div class="form">
      <h2 ref={head} tabIndex={-1}>
        {title}
      </h2>
      <p>{text}</p>
      <div class="acts">
        <a class="key go" href={pagePath(slug)}>
          {say('Go to the casset')}
        </a>
        <a class="key" href="/library">
          {say('Go to your library')}
        </a>
      </div>
      {hasMusic && <DownloadLinks at={downloadsOf(slug)} name={name} formats={formats} />}
      <ExtraLinks at={extrasAt(slug)} extras={extras} />
      {children}
    </div>
  )
}
