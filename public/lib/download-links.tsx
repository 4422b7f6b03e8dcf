import type { ComponentChildren } from 'preact'
import { type ConvertedFormat, FORMAT_NAMES } from '../../src/lib/audio/converted-formats.ts'
import { say } from '../../src/lib/language/say.ts'

type DownloadLinksProps = {
  at: string
  name: string
  formats: readonly ConvertedFormat[]
  /** The tracks that can be downloaded one at a time. Default: none is offered. */
  tracks?: readonly { id: string; title: string }[]
  /** `go` where it is what somebody came for. */
  look?: 'go' | ''
  /** A key beside that of the download. */
  children?: ComponentChildren
}

export const downloadsOf = (slug: string): string => `/api/casset/${slug}/download`

/**
 * The download of a casset, and, folded, its original files, other formats and those of one track.
 * The first request waits a moment while the zip is built; what takes longer is followed below them
 * (press-download.ts).
 */
export const DownloadLinks = ({ at, name, formats, tracks = [], look = '', children }: DownloadLinksProps) => (
  <div class="row downloads">
    <a class={`key ${look}`} href={`${at}?format=tagged`} download aria-label={say('Download {name}', { name })}>
      {say('Download')}
    </a>
    {children}
    <details class="formats">
      <summary aria-label={say('Other formats of {name}', { name })}>{say('Other formats')}</summary>
      <ul>
        <li>
          <a
            class="tap"
            href={`${at}?format=original`}
            download
            aria-label={say('Download the original files of {name}', { name })}
          >
            {say('Original files')}
          </a>{' '}
          <span>{say('exactly what the artist uploaded')}</span>
        </li>
        {formats.map((format) => (
          <li key={format}>
            <a
              class="tap"
              href={`${at}?format=${format}`}
              download
              aria-label={say('Download {name} as {format}', { name, format: FORMAT_NAMES[format] })}
            >
              {FORMAT_NAMES[format]}
            </a>{' '}
            <span>{hints()[format]}</span>
          </li>
        ))}
      </ul>
      {tracks.length > 1 && <OneTrack at={at} formats={formats} tracks={tracks} />}
    </details>
    <p class="making" />
  </div>
)

const OneTrack = ({ at, formats, tracks }: Pick<DownloadLinksProps, 'at' | 'formats'> & { tracks: Tracks }) => (
  <form action={at}>
    <b>{say('One track')}</b>
    <select name="track" aria-label={say('Track')}>
      {tracks.map(({ id, title }) => (
        <option key={id} value={id} dir="auto">
          {title}
        </option>
      ))}
    </select>
    <select name="format" aria-label={say('Format')}>
      <option value="tagged">{say('With titles and cover')}</option>
      <option value="original">{say('As uploaded')}</option>
      {formats.map((format) => (
        <option key={format} value={format}>
          {FORMAT_NAMES[format]}
        </option>
      ))}
    </select>
    <button type="submit" class="key">
      {say('Download the track')}
    </button>
  </form>
)

type Tracks = NonNullable<DownloadLinksProps['tracks']>

const hints = (): Readonly<Record<ConvertedFormat, string>> => ({
  flac: say('lossless; uploads that are not lossless stay as they are'),
  mp3: say('plays everywhere'),
  opus: say('smallest, sounds good on a phone'),
})
