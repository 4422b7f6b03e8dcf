import type { HeldExtra } from '../../src/casset/extra/shape.ts'
import { say } from '../../src/lib/language/say.ts'
import { joinNames } from '../../src/lib/text/join-names.ts'
import { sizeOf } from './size.ts'

type Named = Pick<HeldExtra, 'name' | 'format' | 'bytes'>

const formatText = ({ format, bytes }: Named): string =>
  say('{format}, {size} ## of a file', { format: format.toUpperCase(), size: sizeOf(bytes) })

/** Names what comes with a casset: "Booklet (PDF, 24 MB) and Stems (ZIP, 900 MB)". */
export const extrasText = (extras: readonly Named[]): string =>
  say('Comes with {files}. ## a casset', {
    files: joinNames(
      extras.map((extra) => `${extra.name} (${formatText(extra)})`),
      5,
    ),
  })

export const extrasAt = (slug: string): string => `/api/casset/${slug}/extras`

type ExtraLinksProps = { at: string; extras: readonly (Named & Pick<HeldExtra, 'id'> & Partial<HeldExtra>)[] }

/** The files that come with a casset, folded, for those who have it: each to be downloaded. */
export const ExtraLinks = ({ at, extras }: ExtraLinksProps) =>
  extras.length > 0 && (
    <details class="formats along">
      <summary>{say('Extras ({count}) ## files that come with a casset', { count: extras.length })}</summary>
      <ul>
        {extras.map((extra) => (
          <li key={extra.id}>
            {extra.hasPreview && (
              <img src={`${at}/${extra.id}/preview`} alt="" width="64" loading="lazy" decoding="async" />
            )}
            <a class="tap" href={`${at}/${extra.id}`} download dir="auto">
              {extra.name}
            </a>{' '}
            <span>{formatText(extra)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
