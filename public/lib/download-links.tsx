import { type ConvertedFormat, FORMAT_NAMES } from '../../src/lib/audio/converted-formats.ts'
import { say } from '../../src/lib/language/say.ts'

type DownloadLinksProps = {
  /** The address of the downloads. */
  at: string
  name: string
  /** The other formats that the site can make. */
  formats?: readonly ConvertedFormat[]
}

/** Returns the address of a casset's downloads, for its collector. */
export const downloadsOf = (slug: string): string => `/api/casset/${slug}/download`

/**
 * The two downloads of a casset, and those in other formats. The first request waits a moment while
 * the zip is built.
 */
export const DownloadLinks = ({ at, name, formats = [] }: DownloadLinksProps) => (
  <div class="downloads">
    <a class="key" href={`${at}?format=tagged`} download aria-label={say('Download {name}', { name })}>
      {say('Download')}
    </a>
    <a href={`${at}?format=original`} download aria-label={say('Download the original files of {name}', { name })}>
      {say('Download the original files')}
    </a>
    <OtherFormats at={at} name={name} formats={formats} />
  </div>
)

/** The downloads of a casset in other formats; nothing where the site can make none. */
export const OtherFormats = ({ at, name, formats = [] }: DownloadLinksProps) =>
  formats.length === 0 ? null : (
    <details class="formats">
      <summary aria-label={say('Other formats of {name}', { name })}>{say('Other formats')}</summary>
      <ul>
        {formats.map((format) => (
          <li key={format}>
            <a
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
    </details>
  )

const hints = (): Readonly<Record<ConvertedFormat, string>> => ({
  flac: say('lossless; uploads that are not lossless stay as they are'),
  mp3: say('plays everywhere'),
  opus: say('smallest, sounds good on a phone'),
})

/** The difference between the two. */
export const downloadText = () =>
  say('Tagged files, ready for your player. The original files are exactly what the artist uploaded.')
