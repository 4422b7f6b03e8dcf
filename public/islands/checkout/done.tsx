import '../../lib/form-parts.ts'
import { useEffect, useRef } from 'preact/hooks'
import type { Extra } from '../../../src/casset/extra/shape.ts'
import type { ConvertedFormat } from '../../../src/lib/audio/converted-formats.ts'
import { say } from '../../../src/lib/language/say.ts'
import { pagePath } from '../../../src/lib/text/slug.ts'
import { DownloadLinks, downloadsOf } from '../../lib/download-links.tsx'
import { ExtraLinks, extrasAt } from '../../lib/extra-links.tsx'
import { inParts } from '../../lib/in-parts.tsx'
import PlayTape from '../../player/play-tape.tsx'
import type { Tape } from '../../player/state.ts'

type DoneProps = {
  slug: string
  tape: Tape
  /** The name of what was bought; null for the whole tape. */
  name: string | null
  formats: readonly ConvertedFormat[]
  extras: readonly Extra[]
  /** Whether that is several tapes, which are downloaded one by one. */
  isMany: boolean
}

export function Done({ slug, tape, name, formats, extras, isMany }: DoneProps) {
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => head.current?.focus(), [])
  return (
    <div class="form done">
      <h2 ref={head} tabIndex={-1}>
        {say('It’s yours!')}
      </h2>
      <p>
        {name === null
          ? say('From now on you hear all of it, wherever you are signed in.')
          : inParts(say('From now on you hear <bdi>{name}</bdi> in full, wherever you are signed in.', { name }), {
              bdi: (text) => <bdi>{text}</bdi>,
            })}
      </p>
      {!isMany && <DownloadLinks at={downloadsOf(slug)} name={tape.name} formats={formats} look="go" />}
      <ExtraLinks at={extrasAt(slug)} extras={extras} />
      <div class="acts">
        {name === null && <PlayTape tape={tape} label={say('Play all')} />}
        <a class={isMany ? 'key go' : 'key'} href="/library">
          {say('Go to your library')}
        </a>
      </div>
      <p>
        <a href={pagePath(slug)}>{say('Back to the casset')}</a>
      </p>
    </div>
  )
}
