import { say } from '../../src/lib/language/say.ts'

type DownloadLinksProps = {
  /** The address of the downloads. */
  at: string
  name: string
}

/** Returns the address of a casset's downloads, for its collector. */
export const downloadsOf = (slug: string): string => `/api/casset/${slug}/download`

/** The two downloads of a casset. The first request waits a moment while the zip is built. */
export const DownloadLinks = ({ at, name }: DownloadLinksProps) => (
  <p class="downloads">
    <a class="key" href={`${at}?format=tagged`} download aria-label={say('Download {name}', { name })}>
      {say('Download')}
    </a>
    <a href={`${at}?format=original`} download aria-label={say('Download the original files of {name}', { name })}>
      {say('Download the original files')}
    </a>
  </p>
)

/** The difference between the two. */
export const downloadText = () =>
  say(
    'The download has titles and cover written into its files. The original files are exactly what the artist uploaded.',
  )
